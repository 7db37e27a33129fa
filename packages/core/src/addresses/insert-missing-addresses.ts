import { MongoBulkWriteError } from 'mongodb'
import { quotaOf } from '../billing/quotas.ts'
import { readBudgetMs } from '../database/connect.ts'
import { hasOnlyDuplicates } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { findPresentDomains } from '../domains/find-domains.ts'
import { enqueueDomainSweep } from '../messages/enqueue-sweep.ts'
import { findServices, lockServiceIfThere } from '../services/find-services.ts'
import { tally } from '../usage/usage-tally.ts'
import { type AddressDoc, addressModel } from './address-model.ts'
import { hasAmpleRoom } from './address-quota.ts'
import { countAddresses } from './find-address.ts'
import { firstMailOwner, isPostmaster, newAddress } from './new-address.ts'
import type { Recipient } from './resolve-recipient.ts'

/** The ids of addresses by full address, and those that are not made because the plan of their service has no room. */
export interface InsertedAddresses {
  ids: Map<string, string>
  deferred: ReadonlySet<string>
}

/**
 * Inserts the addresses that their first mail creates: any on public domains, and `postmaster` on every domain. Simultaneous first mails
 * create one address.
 * @returns an address whose domain was removed meanwhile is in neither part, and is removed by that domain's sweep
 */
export async function insertMissingAddresses(deps: Deps, recipients: Recipient[]): Promise<InsertedAddresses> {
  const wanted = new Map(recipients.map((recipient) => [recipient.fullAddress, recipient]))
  if (wanted.size === 0) return { ids: new Map(), deferred: new Set() }

  const { isAmple, isCounted } = await sorted(deps, [...wanted.values()])
  await insertAll(deps, isAmple)
  const deferred = new Set<string>()
  for (const [serviceId, ofService] of isCounted) {
    for (const fullAddress of await insertWithinQuota(deps, serviceId, ofService)) deferred.add(fullAddress)
  }
  const collection = addressModel.in(deps.db)
  const found = await collection
    .find(
      { fullAddress: { $in: [...wanted.keys()] } },
      { projection: { fullAddress: 1, domainId: 1 }, maxTimeMS: readBudgetMs },
    )
    .toArray()
  const domainIds = new Set([...wanted.values()].map(({ domain }) => domain._id))
  const present = await findPresentDomains(deps, [...domainIds])
  // The sweep that the domain's removal ordered may have ended before the upsert.
  for (const domainId of domainIds.difference(present)) await enqueueDomainSweep(deps, domainId)
  // An address left over from a removed domain of the same name will be swept, with every mail in it.
  const isReceiving = ({ fullAddress, domainId }: Pick<AddressDoc, 'fullAddress' | 'domainId'>) =>
    present.has(domainId) && wanted.get(fullAddress)?.domain._id === domainId
  return { ids: new Map(found.filter(isReceiving).map((address) => [address.fullAddress, address._id])), deferred }
}

/** The recipients that may be made as they are, and, by service, those that have to be counted. */
async function sorted(deps: Deps, recipients: Recipient[]) {
  const byService = Map.groupBy(recipients, ({ domain }) => domain.serviceId)
  const services = await findServices(deps, [...byService.keys()])
  const isAmple: Recipient[] = []
  const isCounted = new Map<string, Recipient[]>()
  for (const [serviceId, ofService] of byService) {
    const service = services.get(serviceId)
    // Without its service an address goes with its domain.
    if (!service || (await hasAmpleRoom(deps, service, ofService.length))) isAmple.push(...ofService)
    else isCounted.set(serviceId, ofService)
  }
  return { isAmple, isCounted }
}

const upsertOf = (deps: Deps, { fullAddress, domain, hostname, localPart, isLive }: Recipient) => {
  const owner = firstMailOwner(localPart)
  const address = newAddress(deps, { id: deps.newId(), domain, hostname, localPart, owner, isLive })
  return { updateOne: { filter: { fullAddress }, update: { $setOnInsert: address }, upsert: true } }
}

async function insertAll(deps: Deps, recipients: Recipient[]): Promise<void> {
  if (recipients.length === 0) return
  let made: number[] = []
  try {
    const upserts = recipients.map((recipient) => upsertOf(deps, recipient))
    made = Object.keys((await addressModel.in(deps.db).bulkWrite(upserts, { ordered: false })).upsertedIds).map(Number)
  } catch (error) {
    // A duplicate key means that another process inserted the address between the upsert's read and its write.
    if (!(error instanceof MongoBulkWriteError && hasOnlyDuplicates(error))) throw error
    made = Object.keys(error.upsertedIds).map(Number)
  }
  countMade(
    deps,
    recipients.filter((_, index) => made.includes(index)),
  )
}

/** Inserts as many as the plan has room for, and `postmaster`. @returns the others */
async function insertWithinQuota(deps: Deps, serviceId: string, recipients: Recipient[]): Promise<string[]> {
  const addresses = addressModel.in(deps.db)
  const { made, left } = await inTransaction(deps.db, async (tx) => {
    const service = await lockServiceIfThere(deps, tx, serviceId)
    if (!service) return { made: [], left: [] }
    const limit = quotaOf(deps, service, 'addresses') ?? Number.POSITIVE_INFINITY
    const room = Math.max(0, limit - (await countAddresses(deps, serviceId, tx)))
    const names = recipients.map(({ fullAddress }) => fullAddress)
    const found = await addresses
      .find({ fullAddress: { $in: names } }, { projection: { fullAddress: 1 }, session: tx })
      .toArray()
    const present = new Set(found.map(({ fullAddress }) => fullAddress))
    const missing = recipients.filter(({ fullAddress }) => !present.has(fullAddress))
    const limited = missing.filter(({ localPart }) => !isPostmaster(localPart))
    const made = [...missing.filter(({ localPart }) => isPostmaster(localPart)), ...limited.slice(0, room)]
    const upserts = made.map((recipient) => upsertOf(deps, recipient))
    if (upserts.length > 0) await addresses.bulkWrite(upserts, { session: tx })
    return { made, left: limited.slice(room) }
  })
  countMade(deps, made)
  return left.map(({ fullAddress }) => fullAddress)
}

function countMade(deps: Deps, made: Recipient[]): void {
  for (const { domain, isLive } of made) {
    tally(deps, { serviceId: domain.serviceId, field: 'addressesCreated', isLive })
  }
}
