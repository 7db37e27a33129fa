import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { messageModel } from './message-model.ts'
import { findVisibleMessage, readMessage } from './read-message.ts'

test('a message that cannot be unpacked is an error, and is not marked as read', async () => {
  await using world = await startCoreWorld()
  const { _id } = await storedMessage(world, { content: Buffer.from('no frame') })

  await expect(readMessage(world.deps, world.operator, _id)).rejects.toMatchObject({
    code: 'ZSTD_error_prefix_unknown',
  })

  expect(await messageModel.in(world.deps.db).findOne({ _id })).toMatchObject({ isRead: false })
})

test('simultaneous readers of a message share one document, which is unpacked once', async () => {
  await using world = await startCoreWorld()
  const { _id } = await storedMessage(world)

  const [one, other] = await Promise.all([1, 2].map(() => findVisibleMessage(world.deps, _id)))

  expect(one?.unpack().textBody).toBe('482913')
  expect(other?.unpack()).toBe(one?.unpack())
})
