import { limits } from '@inlet/contract'
import { inviteMember } from '@inlet/core'
import { absentId, type PreparedWorld } from '../prepared-world.ts'
import type { Tenant, World } from '../world.ts'
import { storeInvitation } from './invitations.ts'
import type { UserCall, UserCalls } from './user-call.ts'

const newEmail = ({ deps }: World) => `${deps.newId().toLowerCase()}@people.example`

/** Invites somebody who never comes. @returns the member's id, which stands for the user's in a path */
async function invited(world: World, { serviceId: id }: Tenant): Promise<string> {
  const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const
  return (await inviteMember(world.deps, operator, { id, email: newEmail(world), role: 'viewer' })).id
}

/** The user who is the tenant's only owner. */
const onlyOwner = async ({ world, owner }: PreparedWorld): Promise<string> =>
  (await world.call('/v1/me', { token: owner })).body.data.id

const ofMember: Pick<UserCall, 'folder' | 'role' | 'absent'> = {
  folder: 'members',
  role: 'owner',
  absent: [{ id: absentId }, { userId: absentId }],
}

/** How the operations of members are called. */
export const memberCalls: UserCalls = {
  listMembers: {
    folder: 'members',
    role: 'viewer',
    absent: [{ id: absentId }],
    input: (_, { serviceId: id }) => ({ id, limit: 50 }),
    bad: { limit: 101 },
  },
  inviteMember: {
    folder: 'members',
    role: 'owner',
    absent: [{ id: absentId }],
    input: (world, { serviceId: id }) => ({ id, email: newEmail(world), role: 'viewer' }),
    bad: { email: 'no address' },
    refusals: {
      async 409(ask, { world }) {
        const email = newEmail(world)
        await ask({ email })
        return [await ask({ email })]
      },
      async 422(ask, { world }) {
        const email = newEmail(world)
        for (let open = 0; open < limits.invitationsPerAddress; open += 1) {
          await storeInvitation(world, world.deps.newId(), email)
        }
        return [await ask({ email })]
      },
    },
  },
  changeMember: {
    ...ofMember,
    input: async (world, tenant) => ({ id: tenant.serviceId, userId: await invited(world, tenant), role: 'admin' }),
    bad: { role: 'king' },
    refusals: { 422: async (ask, prepared) => [await ask({ userId: await onlyOwner(prepared) })] },
  },
  removeMember: {
    ...ofMember,
    input: async (world, tenant) => ({ id: tenant.serviceId, userId: await invited(world, tenant) }),
    bad: { userId: 'x' },
    refusals: { 422: async (ask, prepared) => [await ask({ userId: await onlyOwner(prepared) })] },
  },
}
