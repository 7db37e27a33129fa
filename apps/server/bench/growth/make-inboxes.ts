import {
  createAddress,
  type Deps,
  insertApiKey,
  insertDomain,
  insertService,
  type Recipient,
  recipientResolver,
} from '@inlet/core'

const serviceCount = 4
const domainsPerService = 2
const operator = { kind: 'operator', name: 'bench', origin: { ip: null, requestId: 'bench' } } as const
/** Address lists are filtered by this: one address in twenty has it. */
const names =
  'alice bruno carla david elena fabio grace henry ivana jonas karin louis maria nadia oscar paula quinn rosa simon tilda'.split(
    ' ',
  )

/** One inbox of the bench, and the key that may read it. */
export interface BenchInbox {
  fullAddress: string
  serviceId: string
  apiKey: string
  recipient: Recipient
  /** One tenth of the inboxes is busy and gets half of all mails. */
  isBusy: boolean
}

/** The `q` of address lists. */
export const addressSearches: readonly string[] = names

/** Creates this many inboxes, evenly in four services with two domains and a key each. */
export async function makeInboxes(deps: Deps, count: number): Promise<BenchInbox[]> {
  const resolve = recipientResolver(deps)
  const services = await Promise.all(Array.from({ length: serviceCount }, (_, index) => makeService(deps, index)))
  const domains = services.flatMap(({ domainIds, ...service }) =>
    domainIds.map((domainId) => ({ ...service, domainId })),
  )

  const makeInbox = async (index: number): Promise<BenchInbox> => {
    const place = domains[index % domains.length]
    if (!place) throw new Error('there is no domain')
    const { serviceId, apiKey, domainId } = place
    const localPart = `${names[Math.floor(index / domains.length) % names.length]}.${index}`
    const { address } = await createAddress(deps, operator, { id: serviceId, domainId, localPart })
    const recipient = await resolve(address.fullAddress)
    return { fullAddress: address.fullAddress, serviceId, apiKey, recipient, isBusy: index % 10 === 0 }
  }

  const inboxes: BenchInbox[] = []
  const atOnce = 20
  for (let first = 0; first < count; first += atOnce) {
    const indexes = Array.from({ length: Math.min(atOnce, count - first) }, (_, offset) => first + offset)
    inboxes.push(...(await Promise.all(indexes.map(makeInbox))))
  }
  return inboxes
}

async function makeService(deps: Deps, index: number) {
  const { _id: serviceId } = await insertService(deps, { name: `Service ${index}` })
  const { value: apiKey } = await insertApiKey(deps, { serviceId, name: 'bench', scope: 'read', isLive: true })
  const hosts = Array.from({ length: domainsPerService }, (_, host) => `mail${host}.service${index}.example`)
  const made = await Promise.all(
    hosts.map((hostname) => insertDomain(deps, { serviceId, hostname, state: 'verified', publicInbox: false })),
  )
  return { serviceId, apiKey, domainIds: made.map(({ _id }) => _id) }
}
