import type { Deps } from '../deps.ts'
import { rateWindowModel } from './rate-window-model.ts'

/** Takes up to `wanted` from `limit` in each window. */
export interface Take {
  bucket: string
  wanted: number
  limit: number
  windowMs: number
}

/** What a take got, and the state of the window after it. Times are the database's. */
export interface Taken {
  granted: number
  count: number
  windowEndsAt: Date
  takenAt: Date
}

/** Gives back one that was taken from the window that ends then; nothing happens where that window is over. */
export async function returnToWindow(
  deps: Deps,
  { bucket, windowMs }: Pick<Take, 'bucket' | 'windowMs'>,
  endsAt: Date,
) {
  const startedAt = new Date(endsAt.getTime() - windowMs)
  await rateWindowModel
    .in(deps.db)
    .updateOne({ _id: bucket, startedAt, count: { $gt: 0 } }, { $inc: { count: -1 } }, { writeConcern: { w: 1 } })
}

/**
 * Takes up to `wanted` from the current fixed window, in one atomic step and by the database's clock. `count` never passes `limit`.
 * `w: 1`: a counter lost in a failover is cheaper than a majority write for each request.
 */
export async function takeFromWindow(deps: Deps, take: Take): Promise<Taken> {
  const nowMs = { $toLong: '$$NOW' }
  const startedAt = { $toDate: { $subtract: [nowMs, { $mod: [nowMs, take.windowMs] }] } }
  const used = { $cond: [{ $eq: ['$startedAt', startedAt] }, '$count', 0] }
  const granted = { $min: [take.wanted, { $max: [0, { $subtract: [take.limit, used] }] }] }
  const row = await rateWindowModel
    .in(deps.db)
    .findOneAndUpdate(
      { _id: take.bucket },
      [
        { $set: { granted, count: { $add: [used, granted] }, startedAt, takenAt: '$$NOW' } },
        { $set: { expiresAt: { $add: ['$startedAt', take.windowMs * 2] } } },
      ],
      { upsert: true, returnDocument: 'after', writeConcern: { w: 1 }, maxTimeMS: 5_000 },
    )
  if (!row) throw new Error('an upsert that returns the document returned none')
  return {
    granted: row.granted,
    count: row.count,
    windowEndsAt: new Date(row.startedAt.getTime() + take.windowMs),
    takenAt: row.takenAt,
  }
}
