import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { rawChunkModel } from './large-parts-model.ts'
import { messageModel } from './message-model.ts'
import { packSummary, unpackSummary } from './message-shapes.ts'
import { findVisibleMessage, openSource, readMessage } from './read-message.ts'

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

test('of a large source a chunk is read only when it is asked for', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, operator } = world
  const expiresAt = new Date(clock.now().getTime() + 60_000)
  const { _id, summary } = await storedMessage(world, { sourceId: 's' })
  const longer = packSummary({ ...unpackSummary(summary), sizeBytes: 9 })
  await messageModel.in(deps.db).updateOne({ _id }, { $set: { summary: longer } })
  const chunks = ['one', 'two', 'more than the mail has'].map((text, n) => ({
    _id: `s:${n}`,
    bytes: Buffer.from(text),
    expiresAt,
  }))
  await rawChunkModel.in(deps.db).insertMany(chunks)
  const whole = await openSource(deps, operator, { id: _id })
  const cut = await openSource(deps, operator, { id: _id })
  const piecesOf = async ({ pieces }: typeof whole) => (await Array.fromAsync(pieces)).join('|')

  expect(whole.sizeBytes).toBe(9)
  expect(await piecesOf(whole)).toBe('one|two|mor')
  await rawChunkModel.in(deps.db).deleteMany({})
  await expect(piecesOf(cut)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('of a part of a large source only the chunks that it lies in are read', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, operator } = world
  const expiresAt = new Date(clock.now().getTime() + 60_000)
  const { _id } = await storedMessage(world, { sourceId: 's' })
  const mebibyte = 1024 * 1024
  const chunks = [2, 3].map((n) => ({ _id: `s:${n}`, bytes: Buffer.alloc(mebibyte, `${n}`), expiresAt }))
  await rawChunkModel.in(deps.db).insertMany(chunks)
  const read = async (from: number, to: number) => {
    const { sizeBytes, pieces } = await openSource(deps, operator, { id: _id, range: { from, to } })
    return { sizeBytes, pieces: (await Array.fromAsync(pieces)).map(String) }
  }

  expect(await read(3 * mebibyte - 2, 3 * mebibyte + 1)).toEqual({ sizeBytes: 3, pieces: ['22', '3'] })
  expect(await read(3 * mebibyte, 3 * mebibyte + 2)).toEqual({ sizeBytes: 2, pieces: ['33'] })
  expect(await read(3 * mebibyte, 3 * mebibyte)).toEqual({ sizeBytes: 0, pieces: [] })
  await expect(read(4 * mebibyte - 1, 4 * mebibyte + 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
