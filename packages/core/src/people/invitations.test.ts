import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, identityOf, logIn, logInAndAccept, startCoreWorld } from '../../test/core-world.ts'
import type { Deps } from '../deps.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { insertService } from '../services/manage-services.ts'
import { createService } from '../whole-service/create-service.ts'
import { acceptInvitation, declineInvitation, listInvitations } from './invitations.ts'
import { inviteMember } from './invite-member.ts'
import { memberModel } from './member-model.ts'
import { listMembers } from './memberships.ts'

const email = 'ada@people.example'
const absent = { code: 'NOT_FOUND', message: 'No such invitation' }
const tooMany = { code: 'UNPROCESSABLE_CONTENT', facts: { details: [{ path: 'email', code: 'too_many_invitations' }] } }

const invite = ({ deps, operator, serviceId: id }: CoreWorld, role: 'viewer' | 'admin' | 'owner' = 'admin') =>
  inviteMember(deps, operator, { id, email, role })

/** Invites the address to so many new services at once. */
async function inviteToNewServices({ deps, operator }: CoreWorld, count: number, processes: Deps[] = [deps]) {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push((await insertService(deps, { name: `Shop ${made}` }))._id)
  return await Promise.allSettled(
    ids.map((id, n) => inviteMember(processes[n % processes.length] ?? deps, operator, { id, email, role: 'viewer' })),
  )
}

const actionsIn = async ({ deps, operator, serviceId: id }: CoreWorld) =>
  (await listAuditLog(deps, operator, { id, limit: 50 })).data

test('a login makes nobody a member: the invited person sees service, role, inviter and time, and has no access yet', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const olga = await logIn(deps, identityOf('olga'))
  const { id, name } = await createService(deps, olga, { isSelfService: true, name: 'Shop' })
  const owner = await logIn(deps, identityOf('olga'))
  const invited = await inviteMember(deps, owner, { id, email, role: 'admin' })
  world.clock.advance(1_000)
  const byOperator = await invite(world, 'viewer')

  const ada = await logIn(deps, identityOf('ada', { email: 'Ada@People.Example' }))

  expect(ada.roles.size).toBe(0)
  expect(await listInvitations(deps, ada)).toEqual([
    {
      id: byOperator.id,
      service: { id: world.serviceId, name: 'Acme' },
      role: 'viewer',
      invitedBy: null,
      createdAt: byOperator.createdAt,
    },
    {
      id: invited.id,
      service: { id, name },
      role: 'admin',
      invitedBy: 'olga@people.example',
      createdAt: invited.createdAt,
    },
  ])
})

test('who accepts is a member with the role of the invitation, and a second time changes nothing', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const { id } = await invite(world)
  const ada = await logIn(deps, identityOf('ada'))

  const accepted = await acceptInvitation(deps, ada, id)
  const again = await acceptInvitation(deps, ada, id)

  expect(again).toEqual(accepted)
  expect((await logIn(deps, identityOf('ada'))).roles).toEqual(new Map([[serviceId, 'admin']]))
  expect(await listInvitations(deps, ada)).toEqual([])
  const { data } = await listMembers(deps, world.operator, { id: serviceId, limit: 50 })
  expect(data).toMatchObject([{ id, userId: ada.userId, email, name: 'ada', role: 'admin' }])
  expect(await actionsIn(world)).toMatchObject([
    { action: 'member.joined', actor: { id: ada.userId, name: email }, target: { id, name: email }, note: 'admin' },
    { action: 'member.invited' },
  ])
})

test('a declined invitation is gone for both, the audit log says who declined, and the address can be invited again', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const { id } = await invite(world)
  const ada = await logIn(deps, identityOf('ada'))

  const declined = await declineInvitation(deps, ada, id)

  expect(declined).toMatchObject({ id, service: { id: serviceId }, role: 'admin' })
  expect(await listInvitations(deps, ada)).toEqual([])
  expect((await listMembers(deps, world.operator, { id: serviceId, limit: 50 })).data).toEqual([])
  for (const answer of [acceptInvitation, declineInvitation]) {
    await expect(answer(deps, ada, id)).rejects.toMatchObject(absent)
  }
  expect(await actionsIn(world)).toMatchObject([
    {
      action: 'member.declined',
      actor: { id: null, name: null },
      ip: null,
      target: { id, name: email },
      note: 'admin',
    },
    { action: 'member.invited' },
  ])
  await invite(world)
})

test('a stranger with the same address, not verified, and one with an address that looks like it see and answer nothing', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const { id } = await invite(world, 'owner')
  const strangers = [
    identityOf('eve', { email, isEmailVerified: false }),
    // A character whose compatibility form is the ASCII letter.
    identityOf('mallory', { email: email.replace('d', 'ⅾ') }),
    identityOf('bob'),
    identityOf('nobody', { email: null, isEmailVerified: false }),
  ]

  for (const identity of strangers) {
    const stranger = await logIn(deps, identity)
    expect(await listInvitations(deps, stranger), identity.sub).toEqual([])
    for (const answer of [acceptInvitation, declineInvitation]) {
      await expect(answer(deps, stranger, id), identity.sub).rejects.toMatchObject(absent)
    }
  }

  const ada = await logIn(deps, identityOf('ada'))
  expect(await listInvitations(deps, ada)).toMatchObject([{ id }])
})

test('a membership is no invitation to anybody without an address', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const { id } = await invite(world)
  await logInAndAccept(deps, identityOf('ada'))
  const nobody = await logIn(deps, identityOf('nobody', { email: null, isEmailVerified: false }))

  await expect(acceptInvitation(deps, nobody, id)).rejects.toMatchObject(absent)
  await expect(declineInvitation(deps, nobody, id)).rejects.toMatchObject(absent)
})

test('simultaneous accepts in two processes make one membership with one audit entry', async () => {
  await using world = await startCoreWorld()
  const processes = [world.deps, await world.secondProcess()]
  const { id } = await invite(world)
  const ada = await logIn(world.deps, identityOf('ada'))

  const accepted = await Promise.all(
    Array.from({ length: 8 }, (_, n) => acceptInvitation(processes[n % 2] ?? world.deps, ada, id)),
  )

  expect(new Set(accepted.map(({ role }) => role))).toEqual(new Set(['admin']))
  expect((await actionsIn(world)).filter(({ action }) => action === 'member.joined')).toHaveLength(1)
})

test('of an accept and a decline at once one succeeds, and of two users with the address one becomes the member', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const first = await invite(world)
  const ada = await logIn(deps, identityOf('ada'))
  const namesake = await logIn(deps, identityOf('ada', { iss: 'https://elsewhere.example' }))

  const both = await Promise.allSettled([acceptInvitation(deps, ada, first.id), declineInvitation(deps, ada, first.id)])
  await memberModel.in(deps.db).deleteMany({})
  const second = await invite(world)
  const accepts = await Promise.allSettled([ada, namesake].map((user) => acceptInvitation(deps, user, second.id)))

  for (const outcomes of [both, accepts]) {
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: absent })
  }
})

test('a member who was invited under another address keeps their role, and may decline', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const ada = await logIn(deps, identityOf('ada'))
  const { id: serviceId } = await createService(deps, ada, { isSelfService: true, name: 'Hers' })
  const second = identityOf('ada', { email: 'second@people.example' })
  const { id } = await inviteMember(deps, world.operator, { id: serviceId, email: second.email ?? '', role: 'viewer' })
  const again = await logIn(deps, second)

  await expect(acceptInvitation(deps, again, id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'You are a member of this service already',
  })
  await declineInvitation(deps, again, id)

  expect((await logIn(deps, second)).roles.get(serviceId)).toBe('owner')
})

test('of forty simultaneous invitations of an address by forty services, in two processes, twenty are stored', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const outcomes = await inviteToNewServices(world, 40, [deps, await world.secondProcess()])

  const refused = outcomes.filter((each) => each.status === 'rejected')
  expect(refused).toHaveLength(20)
  for (const { reason } of refused) expect(reason).toMatchObject(tooMany)
  expect(await memberModel.in(deps.db).countDocuments({ invitedEmail: email })).toBe(limits.invitationsPerAddress)
  const ada = await logIn(deps, identityOf('ada'))
  expect(await listInvitations(deps, ada)).toHaveLength(limits.invitationsPerAddress)
})

test('an inviter learns that an address has too many open invitations and not of whom; each that is answered makes room, and other addresses have theirs', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  await inviteToNewServices(world, limits.invitationsPerAddress)

  await expect(invite(world)).rejects.toMatchObject(tooMany)
  await expect(invite(world)).rejects.not.toThrow(/Shop/)
  await inviteMember(deps, operator, { id, email: 'bob@people.example', role: 'viewer' })
  const ada = await logIn(deps, identityOf('ada'))
  const [first, second] = await listInvitations(deps, ada)
  await acceptInvitation(deps, ada, first?.id ?? '')
  await invite(world)
  await declineInvitation(deps, ada, second?.id ?? '')
  await inviteToNewServices(world, 1)

  expect(await listInvitations(deps, ada)).toHaveLength(limits.invitationsPerAddress)
})

test('invitations from before there were places, and imported ones, are seen, count and can be accepted', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const { id } = await invite(world)
  await inviteToNewServices(world, limits.invitationsPerAddress - 1)
  await memberModel.in(deps.db).updateMany({}, { $unset: { place: '', invitedBy: '' } })
  const [refused] = await inviteToNewServices(world, 1)

  const ada = await logInAndAccept(deps, identityOf('ada'))

  expect(refused).toMatchObject({ status: 'rejected', reason: tooMany })
  expect(ada.roles.get(serviceId)).toBe('admin')
  expect(ada.roles.size).toBe(limits.invitationsPerAddress)
  expect(await memberModel.in(deps.db).findOne({ _id: id })).toMatchObject({ userId: ada.userId, joinedEmail: email })
})
