import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { changeDomain } from './change-domain.ts'

test('publicInbox is switched on and off, and first mails create addresses only while it is on', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId, domain } = world
  const change = (publicInbox: boolean) =>
    changeDomain(deps, world.member('admin'), { id: domain.id, publicInbox, mxHost: 'mx.example' })
  const resolve = () => recipientResolver(deps)('new@mail.example')

  const before = await resolve().catch(({ code }) => code)
  const opened = await change(true)
  const between = await resolve()
  await change(true)
  const closed = await change(false)

  expect(before).toBe('NOT_FOUND')
  expect(between.addressId).toBeNull()
  expect([opened.publicInbox, closed.publicInbox]).toEqual([true, false])
  await expect(resolve()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { data } = await listAuditLog(deps, world.operator, { id: serviceId, action: 'domain.changed', limit: 50 })
  expect(data.map(({ note }) => note).sort()).toEqual(['publicInbox off', 'publicInbox on'])
})

test('a viewer changes no domain, and an absent one is NOT_FOUND', async () => {
  await using world = await startCoreWorld()
  const { deps, domain } = world
  const input = { publicInbox: true, mxHost: 'mx.example' }

  await expect(changeDomain(deps, world.member('viewer'), { id: domain.id, ...input })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(changeDomain(deps, world.operator, { id: deps.newId(), ...input })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
