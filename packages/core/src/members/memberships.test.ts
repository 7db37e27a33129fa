import { FindCursor } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { identityOf, logIn, startCoreWorld } from '../../test/core-world.ts'
import { inviteMember } from './invite-member.ts'
import { findMemberships } from './memberships.ts'

const ada = identityOf('ada')

test('an invitation that becomes a role between two looks is seen as the role, whichever look comes first', async () => {
  await using world = await startCoreWorld()
  const { userId } = await logIn(world.deps, ada)
  await inviteMember(world.deps, world.operator, { id: world.serviceId, email: ada.email ?? '', role: 'admin' })
  const user = { _id: userId, email: ada.email, isEmailVerified: true }
  const before = await findMemberships(world.deps, user)

  // The first cursor that is read has been read before somebody takes the invitation, and what comes then is read after it.
  vi.spyOn(FindCursor.prototype, 'toArray').mockImplementationOnce(async function (this: FindCursor) {
    const found = await this.toArray()
    await logIn(world.deps, ada)
    return found
  })
  const meanwhile = await findMemberships(world.deps, user)

  expect(before).toMatchObject({ roles: new Map(), invitations: [{ role: 'admin' }] })
  expect(meanwhile).toEqual({ roles: new Map([[world.serviceId, 'admin']]), invitations: [] })
})
