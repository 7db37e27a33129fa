import { example } from '@inlet/contract'
import { changeService } from '@inlet/core'
import { storeMessages } from './stored-messages.ts'
import type { Answer, Call, World } from './world.ts'

/** The operator, who sets up what visitors meet. */
const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const

export const lockPassword = 'open sesame'
export const inboxPassword = 'pass word'

/** An address created by a visitor. */
export interface VisitedAddress {
  full: string
  hostname: string
  sessionToken: string
}

/** Calls `/v1/public…` as a visitor does, without a key or a token. */
export const askAsVisitor = (world: World, path: string, how: Call = {}): Promise<Answer> =>
  world.call(`/v1/public${path}`, { key: null, ...how })

/** Makes an address as a visitor. */
export async function generate(
  world: World,
  localPart = '',
  headers: Record<string, string> = {},
): Promise<VisitedAddress> {
  const body = { hostname: world.tenant.publicDomain.hostname, localPart }
  const answer = await askAsVisitor(world, '/inbox/generate', { method: 'POST', body, headers })
  if (answer.status !== 201) throw new Error(`no address: ${answer.text}`)
  return answer.body.data.address
}

/** Makes an address of the service on its public domain, with a password unless it is null. */
export async function protectedAddress(world: World, localPart: string, password: string | null = inboxPassword) {
  const { serviceId, publicDomain } = world.tenant
  const answer = await world.call(`/v1/services/${serviceId}/addresses`, {
    method: 'POST',
    body: { domainId: publicDomain.id, localPart, ...(password === null ? {} : { password }) },
  })
  if (answer.status !== 201) throw new Error(`no address: ${answer.text}`)
  return `${localPart}@${publicDomain.hostname}`
}

/** Stores a message with these subjects in an inbox, the last one is the newest. @returns their ids, the newest first */
export async function receive(world: World, fullAddress: string, ...subjects: string[]): Promise<string[]> {
  await storeMessages(
    world,
    fullAddress,
    subjects.map((subject) => ({ subject, otpCode: '482913' })),
  )
  return (await world.messagesOf(fullAddress)).slice(0, subjects.length).map(({ id }) => id)
}

/** Switches the access lock of a service on, or off, and lets every process know. */
export async function setLock(
  world: World,
  accessLock: { enabled: boolean; password?: string } = { enabled: true, password: lockPassword },
  { serviceId } = world.tenant,
): Promise<void> {
  await changeService(world.deps, operator, { id: serviceId, accessLock })
  world.elapse(1_000)
}

/** Unlocks a service. @returns the token */
export async function unlock(world: World, { publicDomain } = world.tenant): Promise<string> {
  const body = { host: publicDomain.hostname, password: lockPassword }
  const answer = await askAsVisitor(world, '/unlock', { method: 'POST', body })
  if (answer.status !== 200) throw new Error(`not unlocked: ${answer.text}`)
  return answer.body.data.token
}

/** How visitors authenticate, as request headers. */
export const visitorHeadersOf = (sent: { session?: string; password?: string; token?: string }) => ({
  ...(sent.session === undefined ? {} : { 'x-inbox-session': sent.session }),
  // As browsers and curl send it: UTF-8, of which Node takes each byte as a character.
  ...(sent.password === undefined ? {} : { 'x-inbox-password': Buffer.from(sent.password).toString('latin1') }),
  ...(sent.token === undefined ? {} : { 'x-unlock-token': sent.token }),
})

/** Gives the service of a tenant a logo. @returns its path below `/v1/public` */
export async function setLogo({ deps, tenant }: World): Promise<string> {
  const { logoUrl } = await changeService(deps, operator, { id: tenant.serviceId, logo: example.logo })
  return (logoUrl ?? '').replace('/v1/public', '')
}
