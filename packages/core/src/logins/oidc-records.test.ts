import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import {
  consumeOidcRecord,
  findOidcRecord,
  findOidcRecordByUid,
  putOidcRecord,
  removeOidcRecord,
  removeOidcRecordsOfGrant,
} from './oidc-records.ts'

const record = (kind: string, id: string) => ({ kind, id, payload: `{"of":"${id}"}`, lifetimeSeconds: 60 })

test('a record comes back as it was written, until it is replaced or removed', async () => {
  await using world = await startCoreWorld()
  const key = { kind: 'Session', id: 's1' }
  const hostile = '{"$where":"1","a.b":{"__proto__":1}}'

  await putOidcRecord(world.deps, { ...record('Session', 's1'), payload: hostile, uid: 'u1' })
  expect(await findOidcRecord(world.deps, key)).toEqual({ payload: hostile, consumedAt: null })
  expect(await findOidcRecordByUid(world.deps, 'Session', 'u1')).toEqual({ payload: hostile, consumedAt: null })
  expect(await findOidcRecord(world.deps, { kind: 'Grant', id: 's1' })).toBeNull()
  expect(await findOidcRecordByUid(world.deps, 'Grant', 'u1')).toBeNull()

  await putOidcRecord(world.deps, { ...record('Session', 's1'), uid: 'u2' })
  expect(await findOidcRecordByUid(world.deps, 'Session', 'u1')).toBeNull()
  await removeOidcRecord(world.deps, key)
  expect(await findOidcRecord(world.deps, key)).toBeNull()
})

test('of simultaneous uses of a record one is the first', async () => {
  await using world = await startCoreWorld()
  const key = { kind: 'RefreshToken', id: 'r1' }
  await putOidcRecord(world.deps, record('RefreshToken', 'r1'))

  const firsts = await Promise.all(Array.from({ length: 8 }, () => consumeOidcRecord(world.deps, key)))

  expect(firsts.filter(Boolean)).toHaveLength(1)
  expect((await findOidcRecord(world.deps, key))?.consumedAt).toBeInstanceOf(Date)
  expect(await consumeOidcRecord(world.deps, { kind: 'RefreshToken', id: 'none' })).toBe(false)
})

test('revoking a grant removes its records of one kind', async () => {
  await using world = await startCoreWorld()
  for (const [kind, id, grantId] of [
    ['RefreshToken', 'mine', 'g1'],
    ['RefreshToken', 'other', 'g2'],
    ['AuthorizationCode', 'code', 'g1'],
  ] as const) {
    await putOidcRecord(world.deps, { ...record(kind, id), grantId })
  }

  await removeOidcRecordsOfGrant(world.deps, 'RefreshToken', 'g1')

  expect(await findOidcRecord(world.deps, { kind: 'RefreshToken', id: 'mine' })).toBeNull()
  expect(await findOidcRecord(world.deps, { kind: 'RefreshToken', id: 'other' })).not.toBeNull()
  expect(await findOidcRecord(world.deps, { kind: 'AuthorizationCode', id: 'code' })).not.toBeNull()
})

test('no id, which may be a secret of its bearer, is stored', async () => {
  await using world = await startCoreWorld()
  await putOidcRecord(world.deps, { ...record('RefreshToken', 'bearer-secret'), payload: '{}' })

  const rows = await world.deps.db.collection('oidc').find().toArray()

  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('bearer-secret')
})
