import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { inboxWithMessage } from '../support/prepared-world.ts'
import { sharedServer } from '../support/shared-server.ts'
import type { World } from '../support/world.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

async function startWithInbox() {
  const world = await newWorld()
  const { token } = await person(world, { role: 'admin' })
  return { world, ...(await inboxWithMessage(world)), remove: removeAs(world, token) }
}

const removeAs = (world: World, token: string) => (path: string) =>
  world.call(`/v1${path}`, { method: 'DELETE', token })

test('a deleted address is gone with all its messages at that moment, and deleting it again is 404', async () => {
  const { world, address, messageId, remove } = await startWithInbox()

  const answer = await remove(`/addresses/${address.id}`)

  expect(answer).toMatchObject({ status: 204, text: '' })
  expect(await remove(`/addresses/${address.id}`)).toMatchError(404, 'NOT_FOUND')
  expect(await remove(`/messages/${messageId}`)).toMatchError(404, 'NOT_FOUND')
  expect(await world.call(`/v1/messages/${messageId}`)).toMatchError(404, 'NOT_FOUND')
  expect(await world.inbox(address.fullAddress)).toMatchError(404, 'NOT_FOUND')
  expect((await world.addresses()).body.data).toEqual([])
  expect((await world.create({ localPart: 'code' })).status).toBe(201)
})

test('of many simultaneous calls for one address exactly one deletes it', async () => {
  const { address, remove } = await startWithInbox()

  const answers = await Promise.all(Array.from({ length: 8 }, () => remove(`/addresses/${address.id}`)))

  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404, 404, 404])
})
