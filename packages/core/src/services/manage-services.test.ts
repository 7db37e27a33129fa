import { expect, test } from 'vitest'
import { identityOf, logIn, logInAndAccept, startCoreWorld, userCaller } from '../../test/core-world.ts'
import { createAddress } from '../addresses/create-address.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { removeMember } from '../people/change-member.ts'
import { describeMe } from '../people/find-users.ts'
import { inviteMember } from '../people/invite-member.ts'
import { createService } from '../whole-service/create-service.ts'
import { deleteService } from '../whole-service/delete-service.ts'
import { listServices } from './find-services.ts'
import { listAuditLog } from './list-audit-log.ts'
import { changeService } from './manage-services.ts'

test('the user who creates a service is its owner, and sees it among their services, sorted by name', async () => {
  await using world = await startCoreWorld()
  const ada = await logIn(world.deps, identityOf('ada'))
  const second = await createService(world.deps, ada, { isSelfService: true, name: 'Zeta', retentionDays: 30 })
  const first = await createService(world.deps, ada, { isSelfService: true, name: 'alpha' })

  const again = await logIn(world.deps, identityOf('ada'))

  expect([first.retentionDays, second.retentionDays]).toEqual([7, 30])
  expect((await describeMe(world.deps, again)).services).toEqual([
    { id: first.id, name: 'alpha', role: 'owner' },
    { id: second.id, name: 'Zeta', role: 'owner' },
  ])
  const { data } = await listAuditLog(world.deps, again, { id: first.id, limit: 50 })
  expect(data).toMatchObject([
    { action: 'service.created', actor: { kind: 'user', id: ada.userId }, target: { name: 'alpha' } },
  ])
})

test('a user lists their own services, the operator all, page by page and newest first', async () => {
  await using world = await startCoreWorld()
  const ada = await logIn(world.deps, identityOf('ada'))
  world.clock.advance(10)
  const { id } = await createService(world.deps, ada, { isSelfService: true, name: 'Hers' })

  const hers = await listServices(world.deps, await logIn(world.deps, identityOf('ada')), { limit: 50 })
  const first = await listServices(world.deps, world.operator, { limit: 1 })
  const second = await listServices(world.deps, world.operator, { limit: 1, cursor: first.meta.cursor })

  expect(hers.data.map((service) => service.id)).toEqual([id])
  expect([first, second].map(({ data, meta }) => [data[0]?.id, meta.hasMore])).toEqual([
    [id, true],
    [world.serviceId, false],
  ])
})

test('of forty services that one user makes at once, in two processes, as many are made as a user may; another user makes theirs', async () => {
  await using world = await startCoreWorld()
  const processes = [world.deps, await world.secondProcess()]
  const ada = await logIn(world.deps, identityOf('ada'))
  const bob = await logIn(world.deps, identityOf('bob'))
  const made = Array.from({ length: 40 }, (_, n) =>
    createService(processes[n % 2] ?? world.deps, ada, { isSelfService: true, servicesPerUser: 3, name: `Shop ${n}` }),
  )

  const [outcomes] = await Promise.all([
    Promise.allSettled(made),
    createService(world.deps, bob, { isSelfService: true, servicesPerUser: 3, name: 'His' }),
  ])

  const refused = outcomes.filter((each) => each.status === 'rejected')
  expect(refused).toHaveLength(37)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
      facts: { details: [{ code: 'too_many_services' }] },
    })
  }
  expect((await logIn(world.deps, identityOf('ada'))).roles.size).toBe(3)
})

test('a service that a user has left still counts as made by them, a deleted one does not, and neither does one they joined', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  await inviteMember(deps, operator, { id: serviceId, email: 'ada@people.example', role: 'owner' })
  const make = async () =>
    createService(deps, await logInAndAccept(deps, identityOf('ada')), {
      isSelfService: true,
      servicesPerUser: 1,
      name: 'Hers',
    })
  const { id } = await make()
  await inviteMember(deps, operator, { id, email: 'bob@people.example', role: 'owner' })
  await logInAndAccept(deps, identityOf('bob'))
  const ada = await logIn(deps, identityOf('ada'))
  await removeMember(deps, ada, { id, userId: ada.userId })

  await expect(make()).rejects.toMatchObject({ facts: { details: [{ code: 'too_many_services' }] } })
  await deleteService(deps, operator, { id, confirm: 'Hers' })

  expect(await make()).toMatchObject({ name: 'Hers' })
})

test('name and retention are changed separately or together, the retention applies to new mail, and each change has one audit entry', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId: id, domain, clock } = world
  const admin = world.member('admin')
  await createAddress(deps, admin, { id, domainId: domain.id, localPart: 'code' })

  const renamed = await changeService(deps, admin, { id, name: 'Acme 2' })
  clock.advance(1)
  const both = await changeService(deps, admin, { id, name: 'Acme 3', retentionDays: 14 })
  const same = await changeService(deps, admin, { id, name: 'Acme 3', retentionDays: 14 })

  expect(renamed).toMatchObject({ id, name: 'Acme 2', retentionDays: 7 })
  expect([both, same].map(({ name, retentionDays }) => [name, retentionDays])).toEqual([
    ['Acme 3', 14],
    ['Acme 3', 14],
  ])
  expect((await listServices(deps, world.operator, { limit: 50 })).data).toEqual([both])
  expect((await recipientResolver(deps)('code@mail.example')).retentionDays).toBe(14)
  const { data } = await listAuditLog(deps, admin, { id, action: 'service.changed', limit: 50 })
  expect(data.map(({ target, note }) => [target.name, note])).toEqual([
    ['Acme 2', 'name Acme 2 → Acme 3, retentionDays 7 → 14'],
    ['Acme', 'name Acme → Acme 2'],
  ])
})

test('a viewer changes nothing, and an absent service or one of other users is NOT_FOUND', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId: id } = world
  const input = { name: 'Mine' }

  await expect(changeService(deps, world.member('viewer'), { id, ...input })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  for (const caller of [userCaller(new Map()), world.operator]) {
    const absent = caller === world.operator ? deps.newId() : id
    await expect(changeService(deps, caller, { id: absent, ...input })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await listServices(deps, world.operator, { limit: 50 })).data).toMatchObject([{ name: 'Acme' }])
})
