import { changeService, insertDomain, insertService } from '@inlet/core'
import { startPageWorld, type Visitor } from '../../support/inbox-page.ts'
import { inboxPassword, lockPassword } from '../../support/visits.ts'

/** The operator, who gives the services their looks. */
const operator = { kind: 'operator', name: 'screenshots', origin: { ip: null, requestId: 'screenshots' } } as const

/** Hosts beside the usual one, by what their services are like. */
const brands = {
  locked: { name: 'Northwind', accentColor: '#0f766e', isLocked: true },
  yellow: { name: 'Yellow Pages', accentColor: '#ffd60a' },
  white: { name: 'Blank', accentColor: '#ffffff' },
  black: { name: 'Noir', accentColor: '#000000' },
  'customer-communications.notifications.international-shipping': {
    name: 'The International Shipping and Customer Communications Company of Northern Europe',
    accentColor: '#be123c',
  },
} as const

/** The assembled server with several services' pages, and with inboxes as the states need them. */
export async function startStage(databaseUri: string) {
  const world = await startPageWorld({ UNLOCKS_PER_QUARTER_HOUR: '10000' }, databaseUri)
  const { deps, tenant, httpPort } = world
  const originOf = (host: string) => `http://${host}.localhost:${httpPort}`

  await changeService(deps, operator, { id: tenant.serviceId, name: 'Acme Mail', accentColor: '#4338ca' })
  for (const [host, brand] of Object.entries(brands)) {
    const { _id: id } = await insertService(deps, { name: brand.name })
    const accessLock = 'isLocked' in brand ? { enabled: true, password: lockPassword } : undefined
    await changeService(deps, operator, { id, accentColor: brand.accentColor, ...(accessLock && { accessLock }) })
    await insertDomain(deps, { serviceId: id, hostname: `${host}.localhost`, state: 'verified', publicInbox: true })
  }
  await insertDomain(deps, { serviceId: tenant.serviceId, hostname: 'closed.localhost', state: 'verified' })

  /** Makes an address as a visitor does. */
  async function generate(localPart = '', hostname = world.hostname) {
    const body = { hostname, localPart }
    const answer = await world.call('/v1/public/inbox/generate', { method: 'POST', key: null, body })
    if (answer.status !== 201) throw new Error(`no address: ${answer.text}`)
    const { full, sessionToken } = answer.body.data.address
    return { full: String(full), session: String(sessionToken) }
  }

  /** Makes an address, and lets the visitor's browser be the one that made it; the others are among its recent ones. */
  async function own(visitor: Visitor, hostname = world.hostname, others: readonly string[] = []): Promise<string> {
    const { full, session } = await generate('', hostname)
    await remember(visitor, [{ address: full, session }, ...others.map((address) => ({ address, session: null }))])
    return full
  }

  /** Fills the list of recent addresses of a visitor's browser. */
  async function remember({ page }: Visitor, recent: { address: string; session: string | null }[]): Promise<void> {
    // Frames of mails have no storage.
    const text = JSON.stringify(JSON.stringify(recent))
    await page.addInitScript(`if (self === top) localStorage.setItem('inlet.recent', ${text})`)
  }

  let protectedCount = 0
  /** Makes an address with a password. Each is another one, since wrong guesses are limited for an address. */
  async function protectedAddress(): Promise<string> {
    protectedCount += 1
    return await world.integratorAddress(`secret${protectedCount}`, inboxPassword)
  }

  return { ...world, originOf, generate, own, remember, protectedAddress }
}

export type Stage = Awaited<ReturnType<typeof startStage>>
