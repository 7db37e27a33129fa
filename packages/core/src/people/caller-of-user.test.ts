import { dayMs, hourMs } from '@inlet/contract'
import { expect, test, vi } from 'vitest'
import { identityOf, logIn, logInAndAccept, startCoreWorld } from '../../test/core-world.ts'
import type { UserCaller } from '../access/caller.ts'
import { createService } from '../whole-service/create-service.ts'
import { callerOfUser } from './caller-of-user.ts'
import { changeMember, removeMember } from './change-member.ts'
import { describeMe } from './find-users.ts'
import { listInvitations } from './invitations.ts'
import { inviteMember } from './invite-member.ts'

const call = { origin: { ip: null, requestId: 'r' } }

test('simultaneous first calls of one person in two processes create one user', async () => {
  await using world = await startCoreWorld()
  const processes = [world.deps, await world.secondProcess()]

  const callers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => logIn(processes[n % 2] ?? world.deps, identityOf('ada'))),
  )

  expect(new Set(callers.map(({ userId }) => userId)).size).toBe(1)
  expect(await world.deps.db.collection('users').countDocuments()).toBe(1)
})

test('the same subject of another issuer is another person', async () => {
  await using world = await startCoreWorld()

  const one = await logIn(world.deps, identityOf('ada'))
  const other = await logIn(world.deps, identityOf('ada', { iss: 'https://elsewhere.example' }))

  expect(one.userId).not.toBe(other.userId)
})

test('e-mail address and name follow the provider; claims that a token does not have stay as they were', async () => {
  await using world = await startCoreWorld()
  await logIn(world.deps, identityOf('ada'))

  const changed = await logIn(world.deps, identityOf('ada', { email: 'ada@new.example', name: 'Ada L' }))
  const silent = await logIn(world.deps, identityOf('ada', { email: null, isEmailVerified: false, name: null }))

  expect(silent.userId).toBe(changed.userId)
  expect(await describeMe(world.deps, silent)).toEqual({
    id: changed.userId,
    email: 'ada@new.example',
    name: 'Ada L',
    services: [],
  })
})

test('roles that are not enough for a call are read anew, whatever another process has done meanwhile; enough ones are not', async () => {
  await using world = await startCoreWorld()
  const asCaller = callerOfUser(world.deps)
  const ada = await asCaller(identityOf('ada'), call)
  vi.spyOn(world.clock, 'now').mockReturnValue(world.clock.now())
  await asCaller(identityOf('ada'), call)
  const { id } = await createService(world.deps, ada, { isSelfService: true, name: 'Hers' })

  const cached = await asCaller(identityOf('ada'), call)
  const read = await asCaller(identityOf('ada'), { ...call, isEnough: (roles) => roles.has(id) })
  await world.deps.db.collection('members').deleteMany({})
  const again = await asCaller(identityOf('ada'), { ...call, isEnough: (roles) => roles.has(id) })

  expect([cached, read, again].map(({ roles }) => roles.get(id))).toEqual([undefined, 'owner', 'owner'])
})

test('a removed or changed role applies within a second', async () => {
  await using world = await startCoreWorld()
  const asCaller = callerOfUser(world.deps)
  await inviteMember(world.deps, world.operator, { id: world.serviceId, email: 'ada@people.example', role: 'viewer' })
  await logInAndAccept(world.deps, identityOf('ada'))
  const before = await asCaller(identityOf('ada'), call)

  await changeMember(world.deps, world.operator, { id: world.serviceId, userId: before.userId, role: 'admin' })
  world.clock.advance(1_000)
  const changed = await asCaller(identityOf('ada'), call)
  await removeMember(world.deps, world.operator, { id: world.serviceId, userId: before.userId })
  world.clock.advance(1_000)
  const removed = await asCaller(identityOf('ada'), call)

  expect([before, changed, removed].map(({ roles }) => roles.get(world.serviceId))).toEqual([
    'viewer',
    'admin',
    undefined,
  ])
})

test('where tokens have no address the provider is asked once a day, and simultaneous calls share the answer', async () => {
  await using world = await startCoreWorld()
  await inviteMember(world.deps, world.operator, { id: world.serviceId, email: 'ada@people.example', role: 'viewer' })
  const asCaller = callerOfUser(world.deps)
  const bare = identityOf('ada', { email: null, isEmailVerified: false, name: null })
  const fetchProfile = vi.fn(async () => ({ email: 'ada@people.example', isEmailVerified: true, name: 'Ada' }))
  const openOf = async (caller: UserCaller) => (await listInvitations(world.deps, caller)).length

  const first = await Promise.all([1, 2, 3].map(() => asCaller(bare, { ...call, fetchProfile })))
  world.clock.advance(hourMs)
  const later = await asCaller(bare, { ...call, fetchProfile })
  const timesInADay = fetchProfile.mock.calls.length
  world.clock.advance(dayMs)
  await asCaller(bare, { ...call, fetchProfile })

  expect(first.map(({ email }) => email)).toEqual(Array(3).fill('ada@people.example'))
  expect(await Promise.all(first.map(openOf))).toEqual([1, 1, 1])
  expect(later.email).toBe('ada@people.example')
  expect([timesInADay, fetchProfile.mock.calls.length]).toEqual([1, 2])
})

test('for an address that tokens do not call verified the provider is asked once a day, and its answer shows or hides the invitation', async () => {
  await using world = await startCoreWorld()
  await inviteMember(world.deps, world.operator, { id: world.serviceId, email: 'ada@people.example', role: 'viewer' })
  const asCaller = callerOfUser(world.deps)
  const unsure = identityOf('ada', { isEmailVerified: false })
  const profile = { email: 'ada@people.example', isEmailVerified: true, name: 'Ada' }
  const fetchProfile = vi.fn(async () => profile)

  const ada = await asCaller(unsure, { ...call, fetchProfile })
  world.clock.advance(1_000)
  await asCaller(unsure, { ...call, fetchProfile })

  expect(await listInvitations(world.deps, ada)).toMatchObject([{ service: { id: world.serviceId }, role: 'viewer' }])
  expect(fetchProfile).toHaveBeenCalledTimes(1)

  world.clock.advance(dayMs)
  fetchProfile.mockResolvedValue({ ...profile, isEmailVerified: false })
  await asCaller(unsure, { ...call, fetchProfile })
  const user = await world.deps.db.collection('users').findOne({ sub: 'ada' })
  expect(user).toMatchObject({ email: 'ada@people.example', isEmailVerified: false })
  expect(await listInvitations(world.deps, ada)).toEqual([])
})

test("an unverified address of a token does not replace a verified one, but one of the provider's userinfo endpoint does", async () => {
  await using world = await startCoreWorld()
  const asCaller = callerOfUser(world.deps)
  const before = await asCaller(identityOf('ada'), call)
  const claimed = identityOf('ada', { email: 'boss@people.example', isEmailVerified: false })
  await inviteMember(world.deps, world.operator, { id: world.serviceId, email: 'boss@people.example', role: 'owner' })

  const claiming = await asCaller(claimed, call)
  const updated = await asCaller(claimed, { ...call, fetchProfile: async () => claimed })

  expect([before.email, claiming.email, updated.email]).toEqual([
    'ada@people.example',
    'ada@people.example',
    'boss@people.example',
  ])
  expect(await listInvitations(world.deps, updated)).toEqual([])
})

test('a provider that fails does not refuse the call, and is asked again after a minute', async () => {
  await using world = await startCoreWorld()
  const asCaller = callerOfUser(world.deps)
  const bare = identityOf('ada', { email: null, isEmailVerified: false, name: null })
  const failing = vi.fn(() => Promise.reject(new Error('away')))

  const caller = await asCaller(bare, { ...call, fetchProfile: failing })
  await asCaller(bare, { ...call, fetchProfile: failing })
  world.clock.advance(61_000)
  await asCaller(bare, { ...call, fetchProfile: failing })

  expect(caller).toMatchObject({ kind: 'user', email: null })
  expect(failing).toHaveBeenCalledTimes(2)
})
