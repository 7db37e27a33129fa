import { packContent } from '@inlet/mail'
import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { messageModel } from './message-model.ts'
import { readMessage } from './read-message.ts'
import { toMessage } from './to-message.ts'

test('a message that cannot be unpacked is an error, and is not marked as read', async () => {
  await using world = await startCoreWorld()
  const { _id } = await storedMessage(world, { content: Buffer.from('no frame') })

  await expect(readMessage(world.deps, world.operator, _id)).rejects.toThrow()

  expect(await messageModel.in(world.deps.db).findOne({ _id })).toMatchObject({ isRead: false })
})

test('what the database answered once is unpacked once, for all who asked for it together', async () => {
  await using world = await startCoreWorld()
  const content = packContent({ textBody: 'Hello', htmlBody: '', raw: Buffer.of() })
  const found = await storedMessage(world, { content })
  const first = toMessage({ ...found })
  content.fill(0)

  expect(toMessage({ ...found, isRead: true })).toEqual({ ...first, isRead: true })
})
