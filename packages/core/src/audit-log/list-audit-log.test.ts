import { expect, test } from 'vitest'
import { startCoreWorld, userCaller } from '../../test/core-world.ts'
import { inviteMember } from '../members/invite-member.ts'
import { addSigningKey } from '../oidc-records/signing-keys.ts'
import { auditEntryModel } from './audit-entry-model.ts'
import { listAuditLog } from './list-audit-log.ts'

test('the log names people and their addresses: an admin reads it, a viewer does not, a stranger finds no service', async () => {
  await using world = await startCoreWorld()
  const query = { id: world.serviceId, limit: 50 }

  expect((await listAuditLog(world.deps, world.member('admin'), query)).data).toEqual([])
  await expect(listAuditLog(world.deps, world.member('viewer'), query)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(listAuditLog(world.deps, userCaller(new Map()), query)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a deed that fails leaves no entry', async () => {
  await using world = await startCoreWorld()
  const invitation = { id: world.serviceId, email: 'ada@people.example', role: 'viewer' } as const
  await inviteMember(world.deps, world.operator, invitation)

  await expect(inviteMember(world.deps, world.operator, invitation)).rejects.toMatchObject({ code: 'CONFLICT' })

  expect((await listAuditLog(world.deps, world.operator, { id: world.serviceId, limit: 50 })).data).toHaveLength(1)
})

test("what concerns the whole installation is kept, and stands in no service's log", async () => {
  await using world = await startCoreWorld()
  const target = { kind: 'signingKey', id: 'kid', name: null } as const
  const key = { kid: 'kid', privateJwk: '{}', cookieSecret: 'secret' }

  await addSigningKey(world.deps, key, { successorTo: null, keptSeconds: null, caller: world.operator })

  expect(await auditEntryModel.in(world.deps.db).findOne({})).toMatchObject({
    serviceId: null,
    target,
    actor: { name: 'root' },
  })
  expect((await listAuditLog(world.deps, world.operator, { id: world.serviceId, limit: 50 })).data).toEqual([])
})

test('entries go after 400 days', () => {
  const ttl = auditEntryModel.indexes.find(({ key }) => 'at' in key)

  expect(ttl?.expireAfterSeconds).toBe(400 * 86_400)
})
