import { daySeconds, limits } from '@inlet/contract'
import { decodeTime } from 'ulid'
import { expect, test } from 'vitest'
import { startCoreWorld, userCaller } from '../../test/core-world.ts'
import { createAccount } from '../logins/manage-accounts.ts'
import { createSigningKey } from '../logins/signing-keys.ts'
import { inviteMember } from '../people/invite-member.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { changeService, insertService } from '../services/manage-services.ts'
import { auditEntryModel } from './audit-entry-model.ts'
import { listWholeAuditLog } from './list-entries.ts'

test('an admin reads the audit log, a viewer is refused, and a user of another service finds no service', async () => {
  await using world = await startCoreWorld()
  const query = { id: world.serviceId, limit: 50 }

  expect((await listAuditLog(world.deps, world.member('admin'), query)).data).toEqual([])
  await expect(listAuditLog(world.deps, world.member('viewer'), query)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(listAuditLog(world.deps, userCaller(new Map()), query)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a change that fails leaves no entry', async () => {
  await using world = await startCoreWorld()
  const invitation = { id: world.serviceId, email: 'ada@people.example', role: 'viewer' } as const
  await inviteMember(world.deps, world.operator, invitation)

  await expect(inviteMember(world.deps, world.operator, invitation)).rejects.toMatchObject({ code: 'CONFLICT' })

  expect((await listAuditLog(world.deps, world.operator, { id: world.serviceId, limit: 50 })).data).toHaveLength(1)
})

test("a change of the whole installation has an entry, which is in no service's log", async () => {
  await using world = await startCoreWorld()
  const target = { kind: 'signingKey', id: 'kid', name: null } as const
  const key = { kid: 'kid', privateJwk: '{}', cookieSecret: 'secret' }

  await createSigningKey(world.deps, key, { replaces: null, keptSeconds: null, caller: world.operator })

  expect(await auditEntryModel.in(world.deps.db).findOne({})).toMatchObject({
    serviceId: null,
    target,
    actor: { name: 'root' },
  })
  expect((await listAuditLog(world.deps, world.operator, { id: world.serviceId, limit: 50 })).data).toEqual([])
})

test('a log is narrowed to an actor by id or name, an action and a span of time, and pages only within that', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, serviceId: id, operator } = world
  const ada = world.member('admin')
  for (const caller of [ada, operator, ada]) {
    await changeService(deps, caller, { id, name: `Acme ${clock.now().getTime()}` })
    clock.advance(60_000)
  }
  await inviteMember(deps, operator, { id, email: 'bob@people.example', role: 'viewer' })
  const list = (filters: Partial<Parameters<typeof listAuditLog>[2]>) =>
    listAuditLog(deps, operator, { id, limit: 50, ...filters })
  const all = (await list({})).data
  const times = all.map(({ at }) => at)

  const byId = await list({ actor: ada.userId })
  const byName = await list({ actor: 'member@people.example' })
  const first = await list({ actor: 'root', limit: 1 })
  const second = await list({ actor: 'root', limit: 1, cursor: first.meta.cursor })

  expect(all).toHaveLength(4)
  expect(byId.data).toEqual([all[1], all[3]])
  expect(byName.data).toEqual(byId.data)
  expect((await list({ action: 'member.invited' })).data).toEqual([all[0]])
  // From is within, to is not.
  expect((await list({ from: times[2], to: times[0] })).data).toEqual([all[1], all[2]])
  expect([first.data, second.data, second.meta.hasMore]).toEqual([[all[0]], [all[2]], false])
  await expect(list({ actor: 'other', cursor: first.meta.cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('the operator reads the log of all services, with changes of the whole installation', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, serviceId: id, operator } = world
  const other = await insertService(deps, { name: 'Other' })
  await changeService(deps, operator, { id, retentionDays: 3 })
  clock.advance(10)
  await changeService(deps, operator, { id: other._id, retentionDays: 3 })
  clock.advance(10)
  const account = { email: 'ada@people.example', passwordHash: 'scrypt$…', isEmailVerified: true, membership: null }
  await createAccount(deps, operator, account)

  const { data } = await listWholeAuditLog(deps, operator, { limit: 50 })

  expect(data.map(({ serviceId, action }) => [serviceId, action])).toEqual([
    [null, 'account.created'],
    [other._id, 'service.changed'],
    [id, 'service.changed'],
  ])
})

test("searches by actor or action take their service's turns: its other lists, and searches of other services, wait for none of them", async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const other = await insertService(deps, { name: 'Other' })
  await changeService(deps, operator, { id: other._id, retentionDays: 3 })
  const query = { limit: 50, maxSearchWaitMs: 1 }
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = Array.from({ length: limits.searchesPerService }, () =>
    deps.searchQueue.quickLook({ serviceId: id, maxWaitMs: 0 }, () => promise),
  )

  for (const filters of [{ actor: 'root' }, { action: 'service.changed' as const, from: '2020-01-01T00:00:00Z' }]) {
    await expect(listAuditLog(deps, operator, { id, ...query, ...filters })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
  }
  const span = await listAuditLog(deps, operator, { id, ...query, from: '2020-01-01T00:00:00Z' })
  const others = await listAuditLog(deps, operator, { id: other._id, ...query, actor: 'root' })
  resolve()
  await Promise.all(running)

  expect([span.data.length, others.data.length]).toEqual([0, 1])
})

test("an entry's time is that of its id, so that a span of time is a range of ids", async () => {
  await using world = await startCoreWorld()
  const { deps, clock, operator, serviceId: id } = world
  const ids = [deps.newId(), deps.newId()]
  // The clock goes on while an entry is made.
  const slow = {
    ...deps,
    newId: () => {
      const made = ids.pop() ?? deps.newId()
      clock.advance(5)
      return made
    },
  }

  await changeService(slow, operator, { id, retentionDays: 3 })

  const [entry] = (await listAuditLog(deps, operator, { id, limit: 1 })).data
  expect(entry?.at).toBe(new Date(decodeTime(entry?.id ?? '')).toISOString())
  expect((await listAuditLog(deps, operator, { id, limit: 1, from: entry?.at })).data).toEqual([entry])
  expect((await listAuditLog(deps, operator, { id, limit: 1, to: entry?.at })).data).toEqual([])
})

test('entries are deleted after 400 days', () => {
  const ttl = auditEntryModel.indexes.find(({ key }) => 'at' in key)

  expect(ttl?.expireAfterSeconds).toBe(400 * daySeconds)
})
