import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { leaseModel } from './lease-model.ts'

/** A lease as one process wants it: the job's name, the process's id, and how long it lasts without being renewed. */
export interface Lease {
  name: string
  holder: string
  durationMs: number
}

/**
 * Takes a lease that is free or has ended, in one atomic step.
 * @returns until when it is held: by this holder where `isTaken`, otherwise by another one
 */
export async function takeLease(deps: Deps, lease: Lease): Promise<{ isTaken: boolean; until: Date }> {
  const { name, holder } = lease
  const leases = leaseModel.in(deps.db)
  const now = deps.clock.now()
  const until = endOf(deps, lease)
  try {
    await leases.findOneAndUpdate({ _id: name, until: { $lte: now } }, { $set: { holder, until } }, { upsert: true })
    return { isTaken: true, until }
  } catch (error) {
    // The filter did not match a document that exists, so the upsert tried to insert a second one.
    if (!isDuplicateKey(error)) throw error
  }
  const held = await leases.findOne({ _id: name }, { maxTimeMS: readBudgetMs })
  return { isTaken: false, until: held?.until ?? now }
}

/** Prolongs a lease. @returns false when another holder has it */
export async function renewLease(deps: Deps, lease: Lease): Promise<boolean> {
  const { name, holder } = lease
  const until = endOf(deps, lease)
  const { matchedCount } = await leaseModel.in(deps.db).updateOne({ _id: name, holder }, { $set: { until } })
  return matchedCount === 1
}

/** Returns a lease: any process can take it at `until`. Does nothing when another holder has it. */
export async function giveBackLease(deps: Deps, { name, holder }: Lease, until: Date): Promise<void> {
  await leaseModel.in(deps.db).updateOne({ _id: name, holder }, { $set: { until } })
}

/** Returns the lease of a job that has run, and notes how it ended. Does nothing when another holder has it. */
export async function endRun(
  deps: Deps,
  { name, holder }: Lease,
  { until, hasSucceeded }: { until: Date; hasSucceeded: boolean },
): Promise<void> {
  const lastRunAt = deps.clock.now()
  const noted = hasSucceeded
    ? { $set: { until, lastRunAt, lastSuccessAt: lastRunAt, failuresInRow: 0 } }
    : { $set: { until, lastRunAt }, $inc: { failuresInRow: 1 } }
  await leaseModel.in(deps.db).updateOne({ _id: name, holder }, noted)
}

/** How the runs of a job go. */
export interface JobState {
  name: string
  /** The end of the run that goes on now, or when the next one is due. */
  dueAt: Date
  lastRunAt: Date
  lastSuccessAt: Date | null
  failuresInRow: number
}

/** The jobs that have run, by name. */
export async function listJobs(deps: Deps): Promise<JobState[]> {
  const found = await leaseModel
    .in(deps.db)
    .find({ lastRunAt: { $exists: true } }, { maxTimeMS: readBudgetMs })
    .sort({ _id: 1 })
    .toArray()
  return found.flatMap(({ _id: name, until: dueAt, lastRunAt, lastSuccessAt = null, failuresInRow = 0 }) =>
    lastRunAt ? [{ name, dueAt, lastRunAt, lastSuccessAt, failuresInRow }] : [],
  )
}

const endOf = (deps: Deps, { durationMs }: Lease) => new Date(deps.clock.now().getTime() + durationMs)
