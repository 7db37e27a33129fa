import { expect, test } from 'vitest'
import { workOn } from '../../test/database-work.ts'
import { failed, longAgo, startWithWebhooks } from '../../test/world-with-webhooks.ts'
import { recoverWebhook } from './requeue-deliveries.ts'

test('a recovery brings back what has failed since then, of this webhook alone, and counts it', async () => {
  await using made = await startWithWebhooks()
  const { deps, operator, clock } = made.world
  const since = clock.now()
  const at = (minutes: number) => new Date(since.getTime() + minutes * 60_000)
  await made.delivery({ ...failed, createdAt: at(-1) })
  const due = [
    await made.delivery({ ...failed, createdAt: since }),
    await made.delivery({ ...failed, createdAt: at(1) }),
  ]
  await made.delivery({ state: 'succeeded', createdAt: at(1) })
  await made.delivery({ state: 'cancelled', createdAt: at(1) })
  await made.delivery({ ...failed, createdAt: at(1) }, made.otherId)

  const recovered = await recoverWebhook(deps, operator, { id: made.id, since: since.toISOString() })
  const again = await recoverWebhook(deps, operator, { id: made.id, since: since.toISOString() })

  expect([recovered, again]).toEqual([
    { requeued: 2, hasMore: false },
    { requeued: 0, hasMore: false },
  ])
  const pending = await made.deliveries.find({ state: 'pending' }).sort({ createdAt: 1 }).toArray()
  expect(pending).toMatchObject(due.map((_id) => ({ _id, failedInRow: 0, completedAt: null, attemptCount: 8 })))
  expect(await made.entries('webhook.recovered')).toMatchObject([{ note: `2 of ${since.toISOString()} or later` }])
})

test('a recovery of more than a thousand brings back all of them', async () => {
  await using made = await startWithWebhooks()
  const { deps, operator } = made.world
  const one = await made.deliveries.findOne({ _id: await made.delivery(failed) })
  if (!one) throw new Error('no delivery')
  await made.deliveries.insertMany(Array.from({ length: 2_300 }, () => ({ ...one, _id: deps.newId() })))

  expect(await recoverWebhook(deps, operator, { id: made.id, since: longAgo })).toEqual({
    requeued: 2_301,
    hasMore: false,
  })

  expect(await made.deliveries.countDocuments({ state: 'pending' })).toBe(2_301)
  expect(await made.entries('webhook.recovered')).toHaveLength(3)
})

test('a recovery that its minute ends takes the oldest deliveries, says that more is left, and the next one goes on', async () => {
  await using made = await startWithWebhooks()
  const { deps, operator, clock } = made.world
  const now = clock.now().getTime()
  const ids: string[] = []
  for (const minutes of [3, 5, 1, 6, 2, 4]) {
    ids[minutes - 1] = await made.delivery({ ...failed, createdAt: new Date(now + minutes * 60_000) })
  }
  const startedAt = { $dateTrunc: { date: { $add: ['$$NOW', 60_000] }, unit: 'minute' } }
  const countInMinute = (count: number) =>
    deps.db.collection('rateWindows').updateMany({}, [{ $set: { count, startedAt } }])
  const recover = () => recoverWebhook(deps, operator, { id: made.id, since: longAgo, perMinute: 10 })

  await countInMinute(6)
  const first = await recover()
  const pending = await made.deliveries.find({ state: 'pending' }).sort({ createdAt: 1 }).toArray()
  await countInMinute(0)
  const second = await recover()

  expect(first).toEqual({ requeued: 4, hasMore: true })
  expect(pending.map(({ _id }) => _id)).toEqual(ids.slice(0, 4))
  expect(second).toEqual({ requeued: 2, hasMore: false })
})

test('a recovery that the database ends tells what it has brought back, and that more is left', async () => {
  await using made = await startWithWebhooks()
  const { deps, operator } = made.world
  const one = await made.deliveries.findOne({ _id: await made.delivery(failed) })
  if (!one) throw new Error('no delivery')
  await made.deliveries.insertMany(Array.from({ length: 1_099 }, () => ({ ...one, _id: deps.newId() })))
  const recover = () => recoverWebhook(deps, operator, { id: made.id, since: longAgo })
  const accept = (validator: object) => deps.db.command({ collMod: 'auditLog', validator })

  await accept({ note: { $not: /^100 of/ } })
  const first = await recover()
  const second = recover()
  await expect(second).rejects.toThrow()
  await accept({})

  expect(first).toEqual({ requeued: 1_000, hasMore: true })
  expect(await made.deliveries.countDocuments({ state: 'failed' })).toBe(100)
  expect(await recover()).toEqual({ requeued: 100, hasMore: false })
})

test('a recovery reads no failed delivery that is older', async () => {
  await using made = await startWithWebhooks()
  const { deps, operator, clock } = made.world
  const one = await made.deliveries.findOne({ _id: await made.delivery(failed) })
  if (!one) throw new Error('no delivery')
  await made.deliveries.insertMany(Array.from({ length: 500 }, () => ({ ...one, _id: deps.newId() })))
  clock.advance(60_000)
  const since = clock.now().toISOString()
  for (let count = 0; count < 3; count += 1) await made.delivery(failed)
  const recover = () => recoverWebhook(deps, operator, { id: made.id, since })

  const work = await workOn(deps, 'deliveries', recover)

  expect(await made.deliveries.countDocuments({ state: 'pending' })).toBe(3)
  for (const { keysExamined, docsExamined } of work) {
    expect(keysExamined).toBeLessThanOrEqual(7)
    expect(docsExamined).toBeLessThanOrEqual(3)
  }
})
