import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { endRun, giveBackLease, listJobs, renewLease, takeLease } from './leases.ts'

const durationMs = 60_000
const first = { name: 'sweep', holder: 'first', durationMs }
const second = { name: 'sweep', holder: 'second', durationMs }

test('of two processes that take a lease at once one has it, and the other learns until when', async () => {
  await using world = await startCoreWorld()
  const other = await world.secondProcess()

  const taken = await Promise.all([takeLease(world.deps, first), takeLease(other, second)])

  expect(taken.map(({ isTaken }) => isTaken).sort()).toEqual([false, true])
  expect(taken[0]?.until).toEqual(taken[1]?.until)
  expect(await takeLease(other, { ...second, name: 'another job' })).toMatchObject({ isTaken: true })
})

test('a lease that is not renewed can be taken when its time is over, and not before', async () => {
  await using world = await startCoreWorld()
  const { until } = await takeLease(world.deps, first)

  world.clock.advance(durationMs - 10_000)
  const early = await takeLease(world.deps, second)
  world.clock.advance(10_000)
  const late = await takeLease(world.deps, second)

  expect(early).toEqual({ isTaken: false, until })
  expect(late.isTaken).toBe(true)
})

test('a renewed lease lasts longer, and only its holder can renew it', async () => {
  await using world = await startCoreWorld()
  await takeLease(world.deps, first)
  world.clock.advance(durationMs / 2)

  expect(await renewLease(world.deps, second)).toBe(false)
  expect(await renewLease(world.deps, first)).toBe(true)
  world.clock.advance(durationMs / 2)
  expect(await takeLease(world.deps, second)).toMatchObject({ isTaken: false })
})

test('a lease that was given back can be taken at the time that was given, and only its holder can give it back', async () => {
  await using world = await startCoreWorld()
  const { until } = await takeLease(world.deps, first)
  const soon = new Date(world.clock.now().getTime() + 10_000)

  await giveBackLease(world.deps, second, world.clock.now())
  const stillHeld = await takeLease(world.deps, second)
  await giveBackLease(world.deps, first, soon)
  const tooEarly = await takeLease(world.deps, second)
  world.clock.advance(10_000)
  const taken = await takeLease(world.deps, second)

  expect(stillHeld).toEqual({ isTaken: false, until })
  expect(tooEarly).toEqual({ isTaken: false, until: soon })
  expect(taken.isTaken).toBe(true)
})

test('how the runs of a job end is noted with its lease, by its holder alone; other leases are no jobs', async () => {
  await using world = await startCoreWorld()
  const { deps, clock } = world
  await takeLease(deps, { ...second, name: 'no job' })
  await giveBackLease(deps, { ...second, name: 'no job' }, clock.now())
  await takeLease(deps, first)
  const before = await listJobs(deps)
  const until = new Date(clock.now().getTime() + 10_000)

  await endRun(deps, first, { until, hasSucceeded: true })
  const [succeeded] = await listJobs(deps)
  clock.advance(1_000)
  for (let run = 0; run < 2; run += 1) await endRun(deps, first, { until, hasSucceeded: false })
  await endRun(deps, second, { until, hasSucceeded: true })
  const [failed] = await listJobs(deps)

  expect(before).toEqual([])
  expect(succeeded).toMatchObject({ name: 'sweep', dueAt: until, failuresInRow: 0 })
  expect(succeeded?.lastSuccessAt).toEqual(succeeded?.lastRunAt)
  expect(failed).toMatchObject({ name: 'sweep', failuresInRow: 2, lastSuccessAt: succeeded?.lastSuccessAt })
  expect(Number(failed?.lastRunAt)).toBeGreaterThanOrEqual(Number(succeeded?.lastRunAt) + 1_000)
})
