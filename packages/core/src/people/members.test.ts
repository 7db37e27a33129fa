import { expect, test } from 'vitest'
import { identityOf, logIn, logInAndAccept, startCoreWorld } from '../../test/core-world.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { changeMember, removeMember } from './change-member.ts'
import { acceptInvitation, listInvitations } from './invitations.ts'
import { inviteMember } from './invite-member.ts'
import { listMembers } from './memberships.ts'

const exists = { code: 'CONFLICT', facts: { details: [{ code: 'member_exists' }] } }

test('an address is invited once, and a member is not invited again', async () => {
  await using world = await startCoreWorld()
  const invitation = { id: world.serviceId, email: 'ada@people.example', role: 'viewer' } as const
  await inviteMember(world.deps, world.operator, invitation)

  await expect(inviteMember(world.deps, world.operator, invitation)).rejects.toMatchObject(exists)
  await logInAndAccept(world.deps, identityOf('ada'))
  await expect(inviteMember(world.deps, world.operator, invitation)).rejects.toMatchObject(exists)
})

test('a member who only claims an address does not prevent its invitation, and is not listed under it', async () => {
  await using world = await startCoreWorld()
  const id = world.serviceId
  await inviteMember(world.deps, world.operator, { id, email: 'eve@people.example', role: 'viewer' })
  const eve = await logInAndAccept(world.deps, identityOf('eve'))
  const claimed = { ...identityOf('eve'), email: 'ada@people.example', isEmailVerified: false }
  await logIn(world.deps, claimed, async () => claimed)

  const invited = await inviteMember(world.deps, world.operator, { id, email: 'ada@people.example', role: 'owner' })
  await expect(
    inviteMember(world.deps, world.operator, { id, email: 'eve@people.example', role: 'owner' }),
  ).rejects.toMatchObject(exists)

  const { data } = await listMembers(world.deps, world.operator, { id, limit: 50 })
  expect(data.map(({ userId, email }) => [userId, email])).toEqual([
    [null, 'ada@people.example'],
    [eve.userId, 'eve@people.example'],
  ])
  expect(invited.email).toBe('ada@people.example')
})

test('of many equal invitations at once one is stored', async () => {
  await using world = await startCoreWorld()
  const invitation = { id: world.serviceId, email: 'ada@people.example', role: 'viewer' } as const

  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => inviteMember(world.deps, world.operator, invitation)),
  )

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(exists)
})

test('an invitation can be changed and withdrawn by its own id, and can no longer be accepted', async () => {
  await using world = await startCoreWorld()
  const id = world.serviceId
  const invited = await inviteMember(world.deps, world.operator, { id, email: 'ada@people.example', role: 'viewer' })

  const changed = await changeMember(world.deps, world.operator, { id, userId: invited.id, role: 'admin' })
  await removeMember(world.deps, world.operator, { id, userId: invited.id })
  const ada = await logIn(world.deps, identityOf('ada'))

  expect(changed).toEqual({ ...invited, role: 'admin' })
  expect(await listInvitations(world.deps, ada)).toEqual([])
  await expect(acceptInvitation(world.deps, ada, invited.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(removeMember(world.deps, world.operator, { id, userId: invited.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('only owners change members, but every member lists them and may leave', async () => {
  await using world = await startCoreWorld()
  const id = world.serviceId
  await inviteMember(world.deps, world.operator, { id, email: 'ada@people.example', role: 'admin' })
  const ada = await logInAndAccept(world.deps, identityOf('ada'))
  const tooSmall = { code: 'FORBIDDEN', facts: { details: [{ code: 'insufficient_role' }] } }

  const invitation = { id, email: 'bob@people.example', role: 'viewer' } as const
  await expect(inviteMember(world.deps, ada, invitation)).rejects.toMatchObject(tooSmall)
  await expect(changeMember(world.deps, ada, { id, userId: ada.userId, role: 'owner' })).rejects.toMatchObject(tooSmall)
  expect((await listMembers(world.deps, ada, { id, limit: 50 })).data).toHaveLength(1)
  await removeMember(world.deps, ada, { id, userId: ada.userId })

  expect((await listMembers(world.deps, world.operator, { id, limit: 50 })).data).toEqual([])
})

test('an absent service is NOT_FOUND to the operator too, and nothing is stored for it', async () => {
  await using world = await startCoreWorld()

  const id = world.deps.newId()
  await expect(
    inviteMember(world.deps, world.operator, { id, email: 'ada@people.example', role: 'viewer' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No such service' })

  expect(await world.deps.db.collection('members').countDocuments()).toBe(0)
})

test('every change of members has an audit entry with actor, target, change and origin', async () => {
  await using world = await startCoreWorld()
  const id = world.serviceId
  const invited = await inviteMember(world.deps, world.operator, { id, email: 'ada@people.example', role: 'owner' })
  world.clock.advance(10)
  const ada = await logInAndAccept(world.deps, identityOf('ada'))
  world.clock.advance(10)
  const bob = await inviteMember(world.deps, ada, { id, email: 'bob@people.example', role: 'viewer' })
  world.clock.advance(10)
  await changeMember(world.deps, ada, { id, userId: bob.id, role: 'admin' })
  world.clock.advance(10)
  await removeMember(world.deps, ada, { id, userId: bob.id })

  const { data } = await listAuditLog(world.deps, ada, { id, limit: 50 })

  const byAda = {
    actor: { kind: 'user', id: ada.userId, name: 'ada@people.example' },
    target: { kind: 'member', id: bob.id, name: 'bob@people.example' },
    ip: '192.0.2.7',
    requestId: 'test-request',
  }
  expect(data.map(({ id: _, at: __, ...entry }) => entry)).toEqual([
    { ...byAda, action: 'member.removed', note: 'admin' },
    { ...byAda, action: 'member.changed', note: 'viewer → admin' },
    { ...byAda, action: 'member.invited', note: 'viewer' },
    { ...byAda, action: 'member.joined', target: { ...byAda.target, id: invited.id, name: ada.email }, note: 'owner' },
    {
      action: 'member.invited',
      actor: { kind: 'operator', id: null, name: 'root' },
      target: { kind: 'member', id: expect.any(String), name: 'ada@people.example' },
      note: 'owner',
      ip: null,
      requestId: 'cli-request',
    },
  ])
})
