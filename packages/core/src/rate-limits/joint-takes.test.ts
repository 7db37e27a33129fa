import { dayMs } from '@inlet/contract'
import { Collection } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { workOn } from '../../test/database-work.ts'
import { jointTaker } from './joint-takes.ts'
import { rateLimiter } from './rate-limiter.ts'
import { rateWindowModel } from './rate-window-model.ts'
import { type Taken, takeFromWindow } from './take-from-window.ts'

const limit = 30
/** So long that none ends during a test. */
const windowMs = 1_000 * dayMs
const buckets = Array.from({ length: 5 }, (_, n) => `public:192.0.2.${n}`)

/** A world whose buckets have a window, with one taken from each, and the taker of a process in it. */
async function startCounted() {
  const world = await startCoreWorld()
  for (const bucket of buckets) await takeFromWindow(world.deps, { bucket, wanted: 1, limit, windowMs })
  const take = jointTaker(world.deps)
  const takeAll = () => Promise.all(buckets.map((bucket) => take({ bucket, limit, windowMs })))
  return { world, takeAll, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

/** Runs `work` once after the next joint write, before its result is read. */
function afterJointWrite(work: () => Promise<unknown>): void {
  const { updateMany } = Collection.prototype
  vi.spyOn(Collection.prototype, 'updateMany').mockImplementationOnce(async function (this: Collection, ...args) {
    const updated = await updateMany.apply(this, args)
    await work()
    return updated
  })
}

const places = (taken: Taken[]) => taken.map(({ granted, count }) => (granted === 1 ? count : null))

test('of simultaneous calls in four processes exactly the limit of each bucket is allowed, each with a place of its own', async () => {
  await using world = await startCoreWorld()
  const processes = [world.deps, await world.secondProcess(), await world.secondProcess(), await world.secondProcess()]
  const calls = processes
    .map(rateLimiter)
    .flatMap((limiter) => Array.from({ length: 12 }, () => limiter))
    .flatMap((limiter) => buckets.map((bucket) => ({ bucket, limiter })))

  const verdicts = await Promise.all(
    calls.map(async ({ bucket, limiter }) => ({
      bucket,
      ...(await limiter.take({ bucket, limit, windowMs, blockMax: 1 })),
    })),
  )

  const expected = Array.from({ length: limit }, (_, n) => n)
  for (const bucket of buckets) {
    const allowed = verdicts.filter((verdict) => verdict.bucket === bucket && verdict.isAllowed)
    expect(allowed.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(expected)
  }
})

test('takes from several buckets are one write and one read', async () => {
  await using counted = await startCounted()

  let taken: Taken[] = []
  const commands = await workOn(counted.world.deps, rateWindowModel.name, async () => {
    taken = await counted.takeAll()
  })

  expect(places(taken)).toEqual([2, 2, 2, 2, 2])
  expect(commands.map(({ docsExamined }) => docsExamined)).toEqual([buckets.length, buckets.length])
})

test('a joint take keeps its places where another process takes before they are read', async () => {
  await using counted = await startCounted()
  const other = jointTaker(await counted.world.secondProcess())
  afterJointWrite(() => Promise.all(buckets.map((bucket) => other({ bucket, limit, windowMs }))))

  const taken = await counted.takeAll()

  expect(places(taken)).toEqual([2, 2, 2, 2, 2])
  expect(places(await counted.takeAll())).toEqual([4, 4, 4, 4, 4])
})

test('each place of a joint take whose result is lost is taken alone, and so are those of new buckets', async () => {
  await using counted = await startCounted()
  const windows = rateWindowModel.in(counted.world.deps.db)
  afterJointWrite(() => windows.deleteMany({ _id: { $in: buckets.slice(0, 2) } }))

  expect(places(await counted.takeAll())).toEqual([1, 1, 2, 2, 2])
})

test('takes whose joint write fails are taken alone', async () => {
  await using counted = await startCounted()
  vi.spyOn(Collection.prototype, 'updateMany').mockImplementationOnce(() => Promise.reject(new Error('lost')))

  expect(places(await counted.takeAll())).toEqual([2, 2, 2, 2, 2])
})

test('every take of a joint write fails where the database is away', async () => {
  await using world = await startCoreWorld()
  const away = await world.secondProcess()
  const take = jointTaker(away)
  await away.db.client.close()

  const results = await Promise.allSettled(buckets.map((bucket) => take({ bucket, limit, windowMs })))

  expect(results.map(({ status }) => status)).toEqual(buckets.map(() => 'rejected'))
})

test('a take that began before the end of a window and comes after one of the next counts in the next', async () => {
  await using counted = await startCounted()
  const windows = rateWindowModel.in(counted.world.deps.db)
  const [first] = await counted.takeAll()
  const next = first?.windowEndsAt ?? new Date(0)
  await windows.updateMany({}, { $set: { startedAt: next, count: 7 } })

  const taken = await counted.takeAll()

  expect(places(taken)).toEqual([8, 8, 8, 8, 8])
  expect(new Set(taken.map(({ windowEndsAt }) => windowEndsAt.getTime()))).toEqual(new Set([next.getTime() + windowMs]))
})
