import { type Deps, insertAccount, insertApiKey, insertDomain } from '@inlet/core'
import { issueOperatorToken } from '@inlet/identity'
import { z } from 'zod'
import { type Call, sendCall } from './call.ts'

/** A service with a public domain, a key, and a user who owns it. */
export interface Tenant {
  serviceId: string
  domainId: string
  hostname: string
  /** May write. */
  key: string
  token: string
}

/** A server, and the database that it is on. */
export interface Place {
  origin: string
  deps: Deps
}

const created = z.object({ data: z.object({ id: z.string() }) })
const operator = { kind: 'operator', name: 'bench', origin: { ip: null, requestId: 'bench' } } as const
const hourSeconds = 3_600

/** Makes a tenant; its plan has no limits unless one is named. */
export async function makeTenant({ origin, deps }: Place, name: string, plan?: string): Promise<Tenant> {
  const token = await makeUser({ origin, deps }, `${name}@people.example`)
  const made = await sendCall(origin, { method: 'POST', path: '/v1/services', headers: bearer(token), body: { name } })
  const serviceId = created.parse(JSON.parse(made)).data.id
  if (plan) {
    await deps.db.collection<{ _id: string }>('services').updateOne({ _id: serviceId }, { $set: { plan } })
  }
  const hostname = `${name}.example`
  const domain = await insertDomain(deps, { serviceId, hostname, state: 'verified', publicInbox: true })
  const { value: key } = await insertApiKey(deps, { serviceId, name: 'bench', scope: 'write', isLive: true })
  return { serviceId, domainId: domain._id, hostname, key, token }
}

async function makeUser({ origin, deps }: Place, email: string): Promise<string> {
  await insertAccount(deps, { email, passwordHash: 'no password fits', name: 'Ada', isEmailVerified: true })
  const { token } = await issueOperatorToken(deps, operator, {
    email,
    lifetimeSeconds: hourSeconds,
    publicUrl: origin,
    audience: 'inlet-api',
    clientId: 'inlet-dashboard',
  })
  return token
}

/** The call that makes an address of the tenant. */
export const addressCall = (
  { serviceId, domainId, key }: Tenant,
  fields: { localPart?: string; password?: string } = {},
): Call => ({
  method: 'POST',
  path: `/v1/services/${serviceId}/addresses`,
  headers: { 'x-api-key': key },
  body: { domainId, ...fields },
})

/** The header of a user's call. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
