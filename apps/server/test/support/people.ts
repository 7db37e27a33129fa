import type { Role } from '@inlet/contract'

import { acceptInvitation, accountIssuer, callerOfUser, findAccount, insertAccount, inviteMember } from '@inlet/core'
import { Collection } from 'mongodb'
import { vi } from 'vitest'
import type { Answer, Tenant, World } from './world.ts'

/** A person who is logged in. */
export interface Person {
  accountId: string
  email: string
  token: string
}

/** A person with an account at the embedded provider and a token of it, a member of the tenant where a role is named. */
export async function person(world: World, member: { role?: Role; tenant?: Tenant } = {}): Promise<Person> {
  const { deps, provider } = world
  const { role, tenant = world.tenant } = member
  const email = `${deps.newId().toLowerCase()}@people.example`
  const { _id: accountId } = await insertAccount(deps, {
    email,
    passwordHash: 'no password fits',
    name: 'Ada',
    isEmailVerified: true,
  })
  if (role) await join(world, { accountId, role, tenant })
  if (!provider) throw new Error('this world serves no login')
  return { accountId, email, token: await provider.issueAccessToken(accountId, 3600) }
}

const origin = { ip: null, requestId: 'tests' }

/** Invites an address to a tenant's service, as the operator does. @returns the id of the invitation */
export async function invite(
  { deps }: World,
  { email, role, tenant }: { email: string; role: Role; tenant: Tenant },
): Promise<string> {
  const operator = { kind: 'operator', name: 'tests', origin } as const
  return (await inviteMember(deps, operator, { id: tenant.serviceId, email, role })).id
}

/** Makes a person with an account a member of a tenant's service: they are invited and accept. */
export async function join(
  world: World,
  { accountId: sub, role, tenant }: { accountId: string; role: Role; tenant: Tenant },
): Promise<void> {
  const account = await findAccount(world.deps, sub)
  if (!account) throw new Error('no such account')
  const { email, name, isEmailVerified } = account
  const id = await invite(world, { email, role, tenant })
  const caller = await callerOfUser(world.deps)({ iss: accountIssuer, sub, email, name, isEmailVerified }, { origin })
  await acceptInvitation(world.deps, caller, id)
}

/** Makes a call whose user is deleted after their token was verified, while their roles are read; all users are, or that of one account. */
export async function callAsDeletedUser(
  { deps }: World,
  call: () => Promise<Answer>,
  accountId?: string,
): Promise<Answer> {
  const deleted = accountId === undefined ? {} : { sub: accountId }
  const { find } = Collection.prototype
  const spy = vi.spyOn(Collection.prototype, 'find').mockImplementation(function (this: Collection, ...args) {
    const cursor = find.apply(this, args)
    if (this.collectionName === 'members') {
      const toArray = cursor.toArray.bind(cursor)
      cursor.toArray = async () => {
        await deps.db.collection('users').deleteMany(deleted)
        return await toArray()
      }
    }
    return cursor
  })
  const answer = await call()
  spy.mockRestore()
  return answer
}
