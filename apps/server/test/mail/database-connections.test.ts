import { waitFor, watchSockets } from '@inlet/testkit'
import type { ChangeStream } from 'mongodb'
import { expect, test } from 'vitest'
import { readMetrics } from '../support/metrics-page.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

/** Connections to the database of one process for all that is not mail. */
const apiConnections = 50

/** Takes every connection that the API has, each for a command that waits; the call that comes behind them waits for one. */
async function takeApiConnections({ deps }: World): Promise<AsyncDisposable> {
  let inUse = 0
  let taken = 0
  deps.db.client.on('connectionCheckedOut', () => {
    inUse += 1
    taken += 1
  })
  deps.db.client.on('connectionCheckedIn', () => {
    inUse -= 1
  })
  const streams: ChangeStream[] = []
  const waiting: Promise<unknown>[] = []
  for (let n = 0; n < apiConnections; n += 1) {
    // Of a collection that nobody writes to: a write would end its waiting.
    const stream = deps.db.collection('accounts').watch([], { maxAwaitTimeMS: 15_000 })
    streams.push(stream)
    waiting.push(stream.next().catch(() => {}))
  }
  // The second command of each is the one that waits; between the two its connection is free.
  await waitFor(() => taken >= 2 * apiConnections && inUse === apiConnections)
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(streams.map((stream) => stream.close()))
      await Promise.all(waiting)
    },
  }
}

test('mail is taken while every connection of the API is in use, and /metrics shows the pools apart', async () => {
  await using world = await startWorld({ settings: { METRICS_PORT: '0' } })
  const { fullAddress } = await world.address('code')
  const idle = await readMetrics(world)

  const order: string[] = []
  {
    await using _taken = await takeApiConnections(world)
    const list = world.inbox(fullAddress).finally(() => order.push('list'))
    list.catch(() => {})
    const answer = await world.send(plainMail({ id: 'while-busy' }), fullAddress)
    order.push('mail')
    expect(answer.response).toMatch(/^250 /)
  }

  await waitFor(() => order.length === 2)
  expect(order[0]).toBe('mail')
  const page = await readMetrics(world)
  for (const pool of ['api', 'ingest', 'jobs']) {
    expect(page.value('inlet_mongo_pool_connections', { pool })).toBeGreaterThan(0)
    expect(page.value('inlet_mongo_checkout_seconds_count', { pool })).toBeGreaterThan(
      idle.value('inlet_mongo_checkout_seconds_count', { pool }),
    )
  }
})

test('a program that has stopped leaves no connection to the database open, of no pool', async () => {
  using watch = watchSockets()
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  const toDatabase = watch.sockets.filter(({ remotePort }) => remotePort === Number(new URL(world.databaseUri).port))

  await world.stop()

  expect(toDatabase.length).toBeGreaterThan(2)
  await waitFor(() => toDatabase.every(({ destroyed }) => destroyed))
})
