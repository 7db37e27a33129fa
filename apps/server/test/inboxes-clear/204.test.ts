import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { storeMessages } from '../support/stored-messages.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('all messages are gone for every reader at once, the address and later mail stay, and the audit log says who cleared it', async () => {
  const world = await newWorld()
  const { id, fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [{ subject: 'one' }, { subject: 'two' }])
  const before = await world.messagesOf(fullAddress)
  const { token, email } = await person(world, { role: 'admin' })

  // Addresses are folded, as in every path.
  const answer = await world.call(`/v1/inboxes/${fullAddress.toUpperCase()}/messages`, { method: 'DELETE', token })

  expect(answer).toMatchObject({ status: 204, text: '' })
  expect(await world.messagesOf(fullAddress)).toEqual([])
  for (const message of before) {
    expect(await world.call(`/v1/messages/${message.id}`)).toMatchError(404, 'NOT_FOUND')
  }
  await storeMessages(world, fullAddress, [{ subject: 'three' }])
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ subject: 'three' }])
  const entries = await world.deps.db
    .collection('auditLog')
    .find({ serviceId: world.tenant.serviceId, action: 'address.cleared' })
    .toArray()
  expect(entries).toMatchObject([{ target: { kind: 'address', id, name: fullAddress }, actor: { name: email } }])
})

test('an inbox that is empty is cleared too, and nothing is recorded', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const { token } = await person(world, { role: 'admin' })

  const answer = await world.call(`/v1/inboxes/${fullAddress}/messages`, { method: 'DELETE', token })

  expect(answer.status).toBe(204)
  expect(
    await world.deps.db
      .collection('auditLog')
      .countDocuments({ serviceId: world.tenant.serviceId, action: 'address.cleared' }),
  ).toBe(0)
})
