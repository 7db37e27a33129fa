import { insertService } from '@inlet/core'
import { absentId } from '../prepared-world.ts'
import type { World } from '../world.ts'
import type { UserCall, UserCalls } from './user-call.ts'

/** Stores an open invitation to a service, as an import does, which has no limit of them. @returns its id */
export async function storeInvitation({ deps }: World, serviceId: string, invitedEmail: string): Promise<string> {
  const _id = deps.newId()
  const createdAt = deps.clock.now()
  const invitation = { _id, serviceId, userId: null, invitedEmail, role: 'viewer', createdAt }
  await deps.db.collection<{ _id: string }>('members').insertOne(invitation)
  return _id
}

const emailOf = async (world: World, token: string): Promise<string> =>
  (await world.call('/v1/me', { token })).body.data.email

/** Invites the user of a token to a service that they do not know. */
async function invited(world: World, token: string): Promise<{ id: string }> {
  const { _id: serviceId } = await insertService(world.deps, { name: `New ${world.deps.newId()}` })
  return { id: await storeInvitation(world, serviceId, await emailOf(world, token)) }
}

const ofInvitation: UserCall = {
  folder: 'invitations',
  role: null,
  absent: [{ id: absentId }],
  input: (world, _, token) => invited(world, token),
  bad: { id: 'x' },
}

/** How the operations of a user's invitations are called. */
export const invitationCalls: UserCalls = {
  listInvitations: { ...ofInvitation, input: () => ({}), bad: { limit: 0 }, absent: [] },
  acceptInvitation: {
    ...ofInvitation,
    refusals: {
      async 409(ask, { world, owner }) {
        const id = await storeInvitation(world, world.tenant.serviceId, await emailOf(world, owner))
        return [await ask({ id })]
      },
    },
  },
  declineInvitation: ofInvitation,
}
