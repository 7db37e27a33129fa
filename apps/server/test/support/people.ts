import type { Role } from '@inlet/contract'
import { insertAccount, inviteMember } from '@inlet/core'
import type { Tenant, World } from './world.ts'

/** Somebody who is logged in. */
export interface Person {
  accountId: string
  email: string
  token: string
}

/** Somebody with an account at the embedded provider and a token of it, invited to the tenant where a role is named. */
export async function person(world: World, wish: { role?: Role; tenant?: Tenant } = {}): Promise<Person> {
  const { deps, provider } = world
  const { role, tenant = world.tenant } = wish
  const email = `${deps.newId().toLowerCase()}@people.example`
  const { _id: accountId } = await insertAccount(deps, {
    email,
    passwordHash: 'no password fits',
    name: 'Ada',
    isEmailVerified: true,
  })
  if (role) await invite(world, { email, role, tenant })
  if (!provider) throw new Error('this world serves no login')
  return { accountId, email, token: await provider.issueAccessToken(accountId, 3600) }
}

/** Invites an address to a tenant's service, as the operator does. */
export async function invite(world: World, wish: { email: string; role: Role; tenant: Tenant }): Promise<void> {
  const { email, role, tenant } = wish
  const origin = { ip: null, requestId: 'tests' }
  await inviteMember(world.deps, { kind: 'operator', name: 'tests', origin }, { id: tenant.serviceId, email, role })
}
