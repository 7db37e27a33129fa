import { connectDatabase, type Deps, ensureCollections, processMemory, unlimitedPlans } from '@inlet/core'
import { createLog, createMetrics, idSource, type Metrics } from '@inlet/runtime'
import { emptiedDatabase, type TestClock, testClock } from '@inlet/testkit'
import type { RunnerNeeds } from '../src/runner/run-jobs.ts'

/** One process: what its jobs are run with, the lines of its log, and its page of metrics. */
export interface JobProcess {
  needs: RunnerNeeds & { metrics: Metrics }
  deps: Deps
  lines: Record<string, unknown>[]
  page(): Promise<string>
}

/** A database of its own with the processes that share it; `lease` reads one lease. */
export interface JobWorld extends AsyncDisposable {
  clock: TestClock
  process(): Promise<JobProcess>
  lease(name: string): Promise<{ holder: string; until: Date } | null>
}

/** Makes an empty database with all collections. */
export async function startJobWorld(): Promise<JobWorld> {
  const database = await emptiedDatabase(ensureCollections)
  const clock = testClock()
  const db = await connectDatabase(database.uri)
  const opened = [db]

  async function openProcess(): Promise<JobProcess> {
    const own = await connectDatabase(database.uri)
    opened.push(own)
    const deps = { db: own, clock, ...idSource(clock), plans: unlimitedPlans, ...processMemory(own) }
    const lines: Record<string, unknown>[] = []
    const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) })
    const metrics = createMetrics()
    return { needs: { deps, log, metrics }, deps, lines, page: () => metrics.page() }
  }

  return {
    clock,
    process: openProcess,
    lease: (name) => db.collection<{ _id: string; holder: string; until: Date }>('leases').findOne({ _id: name }),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map(({ client }) => client.close()))
      await database[Symbol.asyncDispose]()
    },
  }
}
