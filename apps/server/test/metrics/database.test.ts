import { startThrowAwayMongod } from '@inlet/mongo'
import { waitFor } from '@inlet/testkit'
import { expect, inject, test } from 'vitest'
import { type MetricsPage, readMetrics } from '../support/metrics-page.ts'
import { startWorld } from '../support/world.ts'

const settings = { METRICS_PORT: '0', INLET_ROLE: 'http' }
const pool = (page: MetricsPage, what: string) => page.value(`inlet_mongo_pool_${what}`)

test('the pool of connections adds up: at rest none is in use and no operation waits', async () => {
  await using world = await startWorld({ settings })
  const before = await readMetrics(world)

  await Promise.all(Array.from({ length: 30 }, () => world.addresses()))
  const page = await waitFor(async () => {
    const now = await readMetrics(world)
    // Looking costs the readiness's own question, which may have to wait for a connection.
    return pool(now, 'in_use') <= 1 && pool(now, 'waiting') === 0 ? now : null
  })

  const asked = (of: MetricsPage) => of.value('inlet_mongo_checkout_seconds_count')
  expect(asked(page)).toBeGreaterThanOrEqual(asked(before) + 30)
  expect(pool(page, 'connections')).toBeGreaterThanOrEqual(1)
  expect(pool(page, 'in_use')).toBeLessThanOrEqual(pool(page, 'connections'))
  expect(page.value('inlet_mongo_failures_total')).toBe(0)
  expect(page.value('inlet_mongo_checkout_failures_total')).toBe(0)
})

test('a database that is killed shows in the readiness, the pool and the failures, and its return too', async () => {
  await using mongod = await startThrowAwayMongod({ binary: inject('mongodBinary') })
  await using world = await startWorld({ databaseUri: mongod.uri, settings })
  await world.addresses()

  await mongod.kill()
  const answer = await world.addresses('', { key: world.keys.read })
  const down = await waitFor(async () => {
    const now = await readMetrics(world)
    // The driver clears the pool when its own watch notices, too, and that may be after the call.
    return now.value('inlet_mongo_pool_clears_total') > 0 ? now : null
  })
  await mongod.restart()
  const up = await waitFor(async () => {
    const now = await readMetrics(world)
    // The driver throws away what it has given up when it needs new ones, and a page may be read just in between.
    const hasReplaced = now.value('inlet_mongo_connections_closed_total') > 0 && pool(now, 'connections') > 0
    return hasReplaced && now.value('inlet_ready') === 1 && pool(now, 'waiting') === 0 ? now : null
  })

  expect(answer.status).toBe(503)
  expect(down.value('inlet_ready')).toBe(0)
  expect(down.value('inlet_mongo_failures_total')).toBe(1)
  expect(down.value('inlet_mongo_pool_clears_total')).toBeGreaterThanOrEqual(1)
  expect(pool(up, 'connections')).toBeGreaterThanOrEqual(1)
})
