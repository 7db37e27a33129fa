import { EventEmitter, once } from 'node:events'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { startJobWorld } from '../../test/job-world.ts'
import type { Job } from './job.ts'
import { pauseAfter } from './job-loop.ts'
import { runJobs } from './run-jobs.ts'
import { LeaseLost } from './while-renewed.ts'

const hourMs = 3_600_000
const leaseMs = 60_000
const stopMs = 6_000

/** A job that is due each hour, with the signals of its runs. A run lasts until `isDone` is settled, by default not at all. */
function hourlyJob(
  isDone: (signal: AbortSignal) => Promise<unknown> = async () => {},
): Job & { signals: AbortSignal[] } {
  const signals: AbortSignal[] = []
  return {
    name: 'hourly',
    everyMs: hourMs,
    signals,
    async run(signal) {
      signals.push(signal)
      await isDone(signal)
    },
  }
}

const untilAborted = (signal: AbortSignal) => once(signal, 'abort')

test('while one process runs a job no other does, and the lease has its end', async () => {
  await using world = await startJobWorld()
  const [first, second] = [await world.process(), await world.process()]
  const [job, sameJob] = [hourlyJob(untilAborted), hourlyJob()]
  const startedAt = world.clock.now().getTime()
  const running = runJobs([job], first.needs)
  await waitFor(() => job.signals.length === 1)
  const before = await world.lease('hourly')

  await runJobs([sameJob], second.needs).stop()

  expect(await world.lease('hourly')).toEqual(before)
  expect(before?.until.getTime()).toBeGreaterThanOrEqual(startedAt + leaseMs)
  expect(sameJob.signals).toEqual([])
  await running.stop()
})

test('a job does not begin before the lease of another process has ended', async () => {
  await using world = await startJobWorld()
  const { needs, deps } = await world.process()
  const until = new Date(world.clock.now().getTime() + 500)
  await deps.db.collection<{ _id: string; holder: string; until: Date }>('leases').insertOne({
    _id: 'hourly',
    holder: 'another',
    until,
  })
  const begins: Date[] = []
  const job = hourlyJob(async () => void begins.push(world.clock.now()))

  const running = runJobs([job], needs)
  await waitFor(() => begins.length > 0)
  await running.stop()

  expect(begins[0]?.getTime()).toBeGreaterThanOrEqual(until.getTime())
})

test('after a run no process runs the job again before its interval is over', async () => {
  await using world = await startJobWorld()
  const [first, second, third] = [await world.process(), await world.process(), await world.process()]
  const job = hourlyJob()
  const running = runJobs([job], first.needs)
  const given = await waitFor(async () => {
    const lease = await world.lease('hourly')
    return lease && lease.until.getTime() > world.clock.now().getTime() + leaseMs ? lease : null
  })
  await running.stop()

  await runJobs([job], second.needs).stop()
  const early = await world.lease('hourly')
  world.clock.advance(hourMs)
  const later = runJobs([job], third.needs)
  await waitFor(() => job.signals.length === 2)
  await later.stop()

  expect(early).toEqual(given)
})

test('a process that died loses the lease when its time is over, and does not get it back by ending late', async () => {
  await using world = await startJobWorld()
  const [dead, living] = [await world.process(), await world.process()]
  const late = Promise.withResolvers<void>()
  const [lateJob, job] = [hourlyJob(() => late.promise), hourlyJob(untilAborted)]
  const hanging = runJobs([lateJob], dead.needs)
  await waitFor(() => lateJob.signals.length === 1)

  // Its timers do not follow the clock of the test, so it does not renew the lease.
  world.clock.advance(leaseMs)
  const running = runJobs([job], living.needs)
  await waitFor(() => job.signals.length === 1)
  const taken = await world.lease('hourly')
  late.resolve()
  await hanging.stop()

  expect(await world.lease('hourly')).toEqual(taken)
  await running.stop()
})

test('a lease is renewed for as long as the run takes', async () => {
  await using world = await startJobWorld()
  const { needs } = await world.process()
  const job = hourlyJob(untilAborted)
  const running = runJobs([job], needs, { leaseMs: 300, stopMs })
  const first = await waitFor(() => world.lease('hourly'))

  const renewed = await waitFor(async () => {
    const lease = await world.lease('hourly')
    return lease && lease.until > first.until ? lease : null
  })

  expect(renewed.holder).toBe(first.holder)
  expect(job.signals.map(({ aborted }) => aborted)).toEqual([false])
  await running.stop()
})

test('a run whose lease another process has taken is aborted, and counts as failed', async () => {
  await using world = await startJobWorld()
  const { needs, deps, lines, page } = await world.process()
  const job = hourlyJob(untilAborted)
  const running = runJobs([job], needs, { leaseMs: 300, stopMs })
  await waitFor(() => job.signals.length === 1)

  const leases = deps.db.collection<{ _id: string; holder: string; until: Date }>('leases')
  const taken = { holder: 'another', until: new Date(world.clock.now().getTime() + hourMs) }
  await leases.updateOne({ _id: 'hourly' }, { $set: taken })
  await waitFor(() => lines.length > 0)
  await running.stop()

  expect(job.signals[0]?.reason).toBeInstanceOf(LeaseLost)
  expect(lines).toMatchObject([{ msg: 'job failed', job: 'hourly', failures: 1, error: { name: 'LeaseLost' } }])
  expect(await world.lease('hourly')).toMatchObject(taken)
  expect(await page()).toContain('inlet_job_runs_total{name="hourly",outcome="failed"} 1')
})

test('a run whose lease cannot be renewed before its end is aborted', async () => {
  await using world = await startJobWorld()
  const { needs, deps, lines } = await world.process()
  const job = hourlyJob(untilAborted)
  let isAway = false
  const flaky = {
    ...deps,
    get db() {
      if (isAway) throw new Error('away')
      return deps.db
    },
  }
  const running = runJobs([job], { ...needs, deps: flaky }, { leaseMs: 300, stopMs })
  await waitFor(() => job.signals.length === 1)

  isAway = true
  world.clock.advance(300)
  await waitFor(() => lines.length > 0)
  await running.stop()

  expect(job.signals[0]?.reason).toMatchObject({ name: 'LeaseLost', cause: { message: 'away' } })
})

test('a job that fails is logged at each run and tried again, a success ends the count of its failures, and the other jobs run', async () => {
  await using world = await startJobWorld()
  const { needs, lines, page } = await world.process()
  let runs = 0
  const failing: Job = {
    name: 'failing',
    everyMs: 5,
    async run() {
      runs += 1
      if (runs !== 3 && runs < 5) throw new Error(`broken ${runs}`)
    },
  }
  const job = hourlyJob()

  const running = runJobs([failing, job], needs)
  await waitFor(() => runs >= 5 && job.signals.length === 1)
  await running.stop()

  expect(lines).toMatchObject([
    { level: 40, msg: 'job failed', job: 'failing', failures: 1, error: { message: 'broken 1' } },
    { level: 40, msg: 'job failed', job: 'failing', failures: 2, error: { message: 'broken 2' } },
    { level: 40, msg: 'job failed', job: 'failing', failures: 1, error: { message: 'broken 4' } },
  ])
  const shown = await page()
  expect(shown).toContain('inlet_job_runs_total{name="failing",outcome="failed"} 3')
  expect(shown).toContain('inlet_job_runs_total{name="hourly",outcome="succeeded"} 1')
  expect(shown).toContain('inlet_job_run_seconds_count{name="hourly"} 1')
  expect(shown).toMatch(/^inlet_job_last_success_timestamp_seconds\{name="hourly"\} [1-9]\d{9}/m)
})

test('after failures in a row the pause doubles, up to a minute, and is never shorter than the interval', () => {
  const pauses = (everyMs: number) => [0, 1, 2, 3, 4].map((failures) => pauseAfter(everyMs, failures))

  expect(pauses(10_000)).toEqual([10_000, 20_000, 40_000, 60_000, 60_000])
  expect(pauses(hourMs)).toEqual([hourMs, hourMs, hourMs, hourMs, hourMs])
})

test('a stop aborts the running job, waits for its end and gives the lease back at once', async () => {
  await using world = await startJobWorld()
  const [first, second] = [await world.process(), await world.process()]
  const ended: string[] = []
  const job = hourlyJob(async (signal) => {
    await untilAborted(signal)
    await first.deps.db.command({ ping: 1 })
    ended.push('job')
  })
  const running = runJobs([job], first.needs)
  await waitFor(() => job.signals.length === 1)

  await running.stop()
  ended.push('stop')
  const sameJob = hourlyJob()
  const next = runJobs([sameJob], second.needs)
  await waitFor(() => sameJob.signals.length === 1)
  await next.stop()

  expect(ended).toEqual(['job', 'stop'])
  expect(job.signals).toHaveLength(1)
  expect(first.lines).toEqual([])
  expect(await first.page()).toContain('inlet_job_runs_total{name="hourly",outcome="stopped"} 1')
})

test('a run that ends with the error of its abort counts as stopped, not as failed', async () => {
  await using world = await startJobWorld()
  const { needs, lines, page } = await world.process()
  const job = hourlyJob((signal) => once(new EventEmitter(), 'never', { signal }))
  const running = runJobs([job], needs)
  await waitFor(() => job.signals.length === 1)

  await running.stop()

  expect(lines).toEqual([])
  expect(await page()).toContain('inlet_job_runs_total{name="hourly",outcome="stopped"} 1')
})

test('a run that fails during a stop counts as failed and is logged', async () => {
  await using world = await startJobWorld()
  const { needs, lines, page } = await world.process()
  const job = hourlyJob(async (signal) => {
    await untilAborted(signal)
    throw new Error('broken')
  })
  const running = runJobs([job], needs)
  await waitFor(() => job.signals.length === 1)

  await running.stop()

  expect(lines).toMatchObject([{ msg: 'job failed', job: 'hourly', failures: 1, error: { message: 'broken' } }])
  expect(await page()).toContain('inlet_job_runs_total{name="hourly",outcome="failed"} 1')
})

test('a stop does not wait longer than its limit for a job that ignores its signal', async () => {
  await using world = await startJobWorld()
  const { needs } = await world.process()
  const ignored = Promise.withResolvers<void>()
  const job = hourlyJob(() => ignored.promise)
  const running = runJobs([job], needs, { leaseMs, stopMs: 50 })
  await waitFor(() => job.signals.length === 1)

  await expect(running.stop()).rejects.toThrow('Jobs still run 0.05 s after they were asked to stop')
  ignored.resolve()
})

test('a job goes on when the database answers again', async () => {
  await using world = await startJobWorld()
  const { needs, deps, lines } = await world.process()
  const job = { ...hourlyJob(), everyMs: 5 }
  let queries = 0
  const flaky = {
    ...deps,
    get db() {
      queries += 1
      if (queries <= 2) throw new Error('away')
      return deps.db
    },
  }

  const running = runJobs([job], { ...needs, deps: flaky })
  await waitFor(() => job.signals.length > 1)
  await running.stop()

  expect(lines).toMatchObject([
    { msg: 'job failed', job: 'hourly', failures: 1, error: { message: 'away' } },
    { msg: 'job failed', job: 'hourly', failures: 2, error: { message: 'away' } },
  ])
})
