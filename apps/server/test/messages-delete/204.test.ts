import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { inboxWithMessage } from '../support/prepared-world.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

async function startWithMessage() {
  const world = await newWorld()
  const { token } = await person(world, { role: 'admin' })
  const { address, messageId } = await inboxWithMessage(world)
  return {
    world,
    address,
    remove: () => world.call(`/v1/messages/${messageId}`, { method: 'DELETE', token }),
    events: () =>
      world.deps.db.collection('events').find({ serviceId: world.tenant.serviceId, type: 'message.deleted' }).toArray(),
  }
}

test('a deleted message is gone, its event has the list item and no body, and deleting it again is 404', async () => {
  const { world, address, remove, events } = await startWithMessage()
  const [listed] = await world.messagesOf(address.fullAddress)

  const answer = await remove()

  expect(answer).toMatchObject({ status: 204, text: '' })
  expect(await world.messagesOf(address.fullAddress)).toEqual([])
  expect(await remove()).toMatchError(404, 'NOT_FOUND')
  const { serviceId } = world.tenant
  expect(await events()).toMatchObject([{ serviceId, data: { ...listed, serviceId } }])
  expect(JSON.stringify(await events())).not.toMatch(/textBody|htmlBody/)
})

test('of many simultaneous calls for one message exactly one deletes it, and there is one event', async () => {
  const { remove, events } = await startWithMessage()

  const answers = await Promise.all(Array.from({ length: 8 }, remove))

  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404, 404, 404])
  expect(await events()).toHaveLength(1)
})
