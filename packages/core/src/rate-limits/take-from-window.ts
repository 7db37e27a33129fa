import type { Deps } from '../deps.ts'
import { rateWindowModel, type WindowTake } from './rate-window-model.ts'

/** The `maxTimeMS` of commands on windows. */
export const takeBudgetMs = 5_000

/** At most `limit` are taken from a bucket in each window. */
export interface Limit {
  limit: number
  windowMs: number
}

/** Takes up to `wanted` from a bucket. */
export interface Take extends Limit {
  bucket: string
  wanted: number
}

/** What a take got, and the state of the window after it. Times are the database's. */
export interface Taken extends Omit<WindowTake, 'startedAt'> {
  windowEndsAt: Date
}

/** Gives back some that were taken from the window that ends then; nothing happens where that window is over. */
export async function returnToWindow(
  deps: Deps,
  { bucket, windowMs, count }: Pick<Take, 'bucket' | 'windowMs'> & { count: number },
  endsAt: Date,
) {
  const startedAt = new Date(endsAt.getTime() - windowMs)
  const options = { writeConcern: { w: 1 }, maxTimeMS: takeBudgetMs } as const
  await rateWindowModel
    .in(deps.db)
    .updateOne({ _id: bucket, startedAt, count: { $gte: count } }, { $inc: { count: -count } }, options)
}

/**
 * Takes up to `wanted` from the current fixed window, in one atomic step and by the database's clock. `count` never passes `limit`.
 * `w: 1`: a counter lost in a failover is cheaper than a majority write for each request.
 */
export async function takeFromWindow(deps: Deps, take: Take): Promise<Taken> {
  const row = await rateWindowModel
    .in(deps.db)
    .findOneAndUpdate({ _id: take.bucket }, [{ $set: windowAfter(take) }, { $set: expiryOf(take) }], {
      upsert: true,
      returnDocument: 'after',
      writeConcern: { w: 1 },
      maxTimeMS: takeBudgetMs,
    })
  if (!row) throw new Error('an upsert that returns the document returned none')
  return toTaken(row, take)
}

/** Which of these buckets have nothing left in their current window. */
export async function findUsedUp(deps: Deps, buckets: string[], { limit, windowMs }: Limit): Promise<Set<string>> {
  if (buckets.length === 0) return new Set()
  const isCurrent = { $expr: { $gt: [{ $add: ['$startedAt', windowMs] }, '$$NOW'] } }
  const rows = await rateWindowModel
    .in(deps.db)
    .find(
      { _id: { $in: buckets }, count: { $gte: limit }, ...isCurrent },
      // What `w: 1` has written is not yet there for a majority.
      { projection: { _id: 1 }, readConcern: { level: 'local' }, maxTimeMS: takeBudgetMs },
    )
    .toArray()
  return new Set(rows.map(({ _id }) => _id))
}

/** The fields of a window after a take, as expressions over those before it. */
export function windowAfter({ wanted, limit, windowMs }: Omit<Take, 'bucket'>) {
  const nowMs = { $toLong: '$$NOW' }
  const current = { $toDate: { $subtract: [nowMs, { $mod: [nowMs, windowMs] }] } }
  // `$$NOW` is when the command began: at a window's end another that began later may have been here before.
  const hasNext = { $eq: ['$startedAt', { $add: [current, windowMs] }] }
  const startedAt = { $cond: [hasNext, '$startedAt', current] }
  const used = { $cond: [{ $eq: ['$startedAt', startedAt] }, '$count', 0] }
  const granted = { $min: [wanted, { $max: [0, { $subtract: [limit, used] }] }] }
  return { granted, count: { $add: [used, granted] }, startedAt, takenAt: '$$NOW' } as const
}

/** When a window's document may be removed, as an expression. */
export const expiryOf = ({ windowMs }: Pick<Take, 'windowMs'>) => ({
  expiresAt: { $add: ['$startedAt', windowMs * 2] },
})

/** A take as its caller sees it. */
export const toTaken = (
  { granted, count, takenAt, startedAt }: WindowTake,
  { windowMs }: Pick<Take, 'windowMs'>,
): Taken => ({ granted, count, takenAt, windowEndsAt: new Date(startedAt.getTime() + windowMs) })
