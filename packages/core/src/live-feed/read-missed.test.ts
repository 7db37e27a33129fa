import { waitFor } from '@inlet/testkit'
import { ReadConcern } from 'mongodb'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { openFeedStream, positionOf } from './feed-changes.ts'
import { readMissed } from './read-missed.ts'

/** Opens the change stream of a process. @returns it, and the position at which it begins */
async function openedStream({ deps }: CoreWorld) {
  const stream = openFeedStream(deps, { maxAwaitTimeMS: 10 })
  const opened = Promise.withResolvers<string>()
  stream.once('resumeTokenChanged', (token) => opened.resolve(positionOf(token)))
  await stream.tryNext()
  return { stream, start: await opened.promise }
}

const inTime = new AbortController().signal

/** How many change streams of this world the database holds. */
async function openStreams({ deps }: CoreWorld): Promise<number> {
  const operations = await deps.db.client
    .db('admin', { readConcern: new ReadConcern('local') })
    .aggregate([
      { $currentOp: { idleCursors: true } },
      {
        $match: {
          ns: `${deps.db.databaseName}.$cmd.aggregate`,
          'cursor.originatingCommand.pipeline.0.$changeStream': { $exists: true },
        },
      },
    ])
    .toArray()
  return operations.length
}

test('what was missed is complete where nothing was written since, so that a new stream is one tick after the newest entry', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const before = await openedStream(world)
  const message = await storedMessage(world)
  const { stream, start } = await openedStream(world)

  const missed = await readMissed(deps, { serviceId, after: before.start, upTo: start, start }, inTime)

  expect(missed?.map(({ event }) => event)).toMatchObject([
    { type: 'address.created', data: { id: message.addressId } },
    { type: 'message.received', data: { id: message._id } },
  ])
  expect(missed?.every(({ id }) => id > before.start && id < start)).toBe(true)
  for (const each of [before.stream, stream]) await each.close()
})

test('what was missed is complete where the newest entry is a change of another service', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const before = await openedStream(world)
  await storedMessage(world)
  const { stream, start } = await openedStream(world)
  const theirs = await storedMessage(world, { serviceId: deps.newId() })
  let upTo = ''
  while (upTo === '') {
    const { kind, key, _id } = await stream.next()
    if (kind === 'messages.insert' && key === theirs._id) upTo = _id._data
  }

  const missed = await readMissed(deps, { serviceId, after: before.start, upTo, start }, inTime)

  expect(missed?.map(({ event }) => event.type)).toEqual(['address.created', 'message.received', 'address.created'])
  for (const each of [before.stream, stream]) await each.close()
})

test('a position of the service that is older than an hour, of the future, or none is not resumed', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const { stream, start } = await openedStream(world)
  const seconds = Number.parseInt(start.slice(2, 10), 16)
  const at = (time: number) => `82${time.toString(16).toUpperCase()}${start.slice(10)}`
  const missedAfter = (after: string) => readMissed(deps, { serviceId, after, upTo: start, start }, inTime)

  expect(await missedAfter(at(seconds - 3_601))).toBeNull()
  expect(await missedAfter(at(seconds + 61))).toBeNull()
  for (const none of ['', 'x', '82', `83${start.slice(2)}`]) expect(await missedAfter(none), none).toBeNull()
  expect(await missedAfter(start)).toEqual([])
  await stream.close()
})

test('a replay that is ended, before it begins or while it reads, finds nothing and leaves no stream behind', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const before = await openedStream(world)
  await storedMessage(world)
  const { stream, start } = await openedStream(world)
  const missed = { serviceId, after: before.start, upTo: start, start }
  const ending = new AbortController()

  const early = await readMissed(deps, missed, AbortSignal.abort())
  const reading = readMissed(deps, missed, ending.signal)
  ending.abort()

  expect([early, await reading]).toEqual([null, null])
  await waitFor(async () => (await openStreams(world)) === 2)
  for (const each of [before.stream, stream]) await each.close()
})
