import { FindCursor } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { identityOf, logIn, startCoreWorld } from '../../test/core-world.ts'
import { inviteMember } from './invite-member.ts'
import { findMemberships } from './memberships.ts'

const ada = identityOf('ada')

test('an invitation that is accepted between two queries is seen as the role, whichever query comes first', async () => {
  await using world = await startCoreWorld()
  const { userId } = await logIn(world.deps, ada)
  await inviteMember(world.deps, world.operator, { id: world.serviceId, email: ada.email ?? '', role: 'admin' })
  const user = { _id: userId, email: ada.email, isEmailVerified: true }
  const before = await findMemberships(world.deps, user)

  // The first cursor is read before the invitation is accepted, and everything else after it.
  vi.spyOn(FindCursor.prototype, 'toArray').mockImplementationOnce(async function (this: FindCursor) {
    const found = await this.toArray()
    await logIn(world.deps, ada)
    return found
  })
  const meanwhile = await findMemberships(world.deps, user)

  expect(before).toMatchObject({ roles: new Map(), invitations: [{ role: 'admin' }] })
  expect(meanwhile).toEqual({ roles: new Map([[world.serviceId, 'admin']]), invitations: [] })
})
