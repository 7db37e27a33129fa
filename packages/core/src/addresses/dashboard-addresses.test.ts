import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { startCoreWorld, userCaller } from '../../test/core-world.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { listAddresses } from '../messages/list-addresses.ts'
import { listMessages } from '../messages/list-messages.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { insertService } from '../services/manage-services.ts'
import { addressModel } from './address-model.ts'
import { deleteAddress, extendAddress } from './change-address.ts'
import { createAddress } from './create-address.ts'

const tooSmall = { code: 'FORBIDDEN', facts: { details: [{ code: 'insufficient_role' }] } }

test('extending adds ten minutes to the later of what is stored and ten years from now', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, serviceId, domain } = world
  const admin = world.member('admin')
  const { address } = await createAddress(deps, admin, { id: serviceId, domainId: domain.id, localPart: 'code' })
  const stored = Date.parse(address.expiresAt)

  const first = await extendAddress(deps, admin, address)
  const second = await extendAddress(deps, admin, address)
  clock.advance(30 * dayMs)
  const later = await extendAddress(deps, admin, address)

  expect(Date.parse(second.expiresAt) - Date.parse(first.expiresAt)).toBe(600_000)
  expect(Math.abs(Date.parse(first.expiresAt) - stored - 600_000)).toBeLessThan(10_000)
  expect(Math.abs(Date.parse(later.expiresAt) - clock.now().getTime() - 3650 * dayMs - 600_000)).toBeLessThan(10_000)
})

test('simultaneous extensions all count', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId, domain, operator } = world
  const { address } = await createAddress(deps, operator, { id: serviceId, domainId: domain.id })
  await extendAddress(deps, operator, address)
  const before = await addressModel.in(deps.db).findOne({ _id: address.id })

  await Promise.all(Array.from({ length: 5 }, () => extendAddress(deps, operator, address)))

  const after = await addressModel.in(deps.db).findOne({ _id: address.id })
  expect(Number(after?.expiresAt) - Number(before?.expiresAt)).toBe(5 * 600_000)
})

test('an address that a user creates is live, is listed by role, and has an audit entry; one by a key has none', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId, domain } = world
  const admin = world.member('admin')
  const input = { id: serviceId, domainId: domain.id }
  const { address } = await createAddress(deps, admin, { ...input, localPart: 'code' })
  await createAddress(deps, world.apiKey(), { ...input, localPart: 'by-key' })

  const { data: log } = await listAuditLog(deps, admin, { id: serviceId, limit: 50 })

  expect(await addressModel.in(deps.db).findOne({ _id: address.id })).toMatchObject({ isLive: true, owner: 'service' })
  expect((await listAddresses(deps, world.member('viewer'), { id: serviceId, limit: 50 })).data).toHaveLength(2)
  expect(log.map(({ action, target }) => [action, target.name])).toEqual([['address.created', 'code@mail.example']])
  await expect(createAddress(deps, world.member('viewer'), input)).rejects.toMatchObject(tooSmall)
})

test('a user of two services creates no address of one on a domain of the other, or of a third', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const [second, third] = [await insertService(deps, { name: 'Two' }), await insertService(deps, { name: 'Three' })]
  const domains = [second, third].map(({ _id, name }) =>
    insertDomain(deps, { serviceId: _id, hostname: `${name}.example`, state: 'verified' }),
  )
  const [own, foreign] = await Promise.all(domains)
  const user = userCaller(
    new Map([
      [serviceId, 'admin'],
      [second._id, 'admin'],
    ]),
  )
  const creating = (domainId = '') => createAddress(deps, user, { id: serviceId, domainId })

  for (const other of [own, foreign]) {
    await expect(creating(other?._id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      facts: { details: [{ code: 'wrong_service' }] },
    })
  }
  await expect(creating(deps.newId())).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No such domain' })
})

test('an address is deleted once, by an admin, with an audit entry and without an event', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId, domain } = world
  const { address } = await createAddress(deps, world.apiKey(), { id: serviceId, domainId: domain.id })

  await expect(deleteAddress(deps, world.member('viewer'), address.id)).rejects.toMatchObject(tooSmall)
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => deleteAddress(deps, world.member('admin'), address.id)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { data: log } = await listAuditLog(deps, world.operator, { id: serviceId, limit: 50 })
  expect(log).toMatchObject([{ action: 'address.deleted', target: { id: address.id, name: address.fullAddress } }])
  expect(await deps.db.collection('events').countDocuments({ type: { $ne: 'address.created' } })).toBe(0)
})

test("an inbox of a service without the user's membership is NOT_FOUND", async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId, domain } = world
  const { address } = await createAddress(deps, world.apiKey(), { id: serviceId, domainId: domain.id })
  const stranger = userCaller(new Map())
  const query = { address: address.fullAddress, limit: 50 }

  await expect(listMessages(deps, stranger, query)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await listMessages(deps, world.member('viewer'), query)).data).toEqual([])
})
