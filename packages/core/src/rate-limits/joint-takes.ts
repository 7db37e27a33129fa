import { MongoServerSelectionError } from 'mongodb'
import { type Lookup, sharedLookup } from '../database/shared-lookup.ts'
import type { Deps } from '../deps.ts'
import { rateWindowModel } from './rate-window-model.ts'
import {
  expiryOf,
  type Limit,
  type Take,
  type Taken,
  takeBudgetMs,
  takeFromWindow,
  toTaken,
  windowAfter,
} from './take-from-window.ts'

const maxJointTakes = 100

/** Takes one from a bucket. @throws the driver's error when the database is away */
export type TakeOne = (take: Omit<Take, 'wanted'>) => Promise<Taken>

/**
 * Makes a process's `TakeOne` for callers that call seldom, of whom there are many: takes of different buckets that come while the database
 * is at work on others go together in the next write. Each gets its own place in its window, as if it had been alone.
 */
export function jointTaker(deps: Deps): TakeOne {
  const by = deps.newId()
  let number = 0
  const takersByLimit = new Map<string, Lookup<Taken>>()

  async function takeEach(buckets: string[], limit: Limit): Promise<Map<string, Taken>> {
    number += 1
    const taken = buckets.length > 1 ? await takeJointly(deps, { by, number, buckets, ...limit }) : new Map()
    const rest = buckets.filter((bucket) => !taken.has(bucket))
    await Promise.all(
      rest.map(async (bucket) => taken.set(bucket, await takeFromWindow(deps, { bucket, wanted: 1, ...limit }))),
    )
    return taken
  }

  return async ({ bucket, limit, windowMs }) => {
    const name = `${limit}/${windowMs}`
    const taker = takersByLimit.get(name) ?? sharedLookup((all) => takeEach(all, { limit, windowMs }), maxJointTakes)
    takersByLimit.set(name, taker)
    const taken = await taker(bucket)
    if (!taken) throw new Error('a take from a bucket got no result')
    return taken
  }
}

interface JointTakeRequest extends Limit {
  by: string
  number: number
  buckets: string[]
}

/**
 * Takes one from each bucket that has had a window. Where the result is missing, for a new bucket or after an error, it is to be taken
 * alone; if the error came after the write, that call has counted twice.
 */
async function takeJointly(
  deps: Deps,
  { by, number, buckets, ...limit }: JointTakeRequest,
): Promise<Map<string, Taken>> {
  const windows = rateWindowModel.in(deps.db)
  const own = { by, number, startedAt: '$startedAt', count: '$count', granted: '$granted', takenAt: '$takenAt' }
  const othersOfLate = {
    $filter: {
      input: { $ifNull: ['$jointTakes', []] },
      cond: {
        $and: [{ $ne: ['$$this.by', by] }, { $gt: ['$$this.takenAt', { $subtract: ['$$NOW', takeBudgetMs * 2] }] }],
      },
    },
  }
  try {
    await windows.updateMany(
      { _id: { $in: buckets } },
      [
        { $set: windowAfter({ wanted: 1, ...limit }) },
        { $set: { ...expiryOf(limit), jointTakes: { $concatArrays: [othersOfLate, [own]] } } },
      ],
      { writeConcern: { w: 1 }, maxTimeMS: takeBudgetMs },
    )
  } catch (error) {
    // The driver retries the write of one document, and not of several.
    if (error instanceof MongoServerSelectionError) throw error
    return new Map()
  }
  const rows = await windows
    .find(
      { _id: { $in: buckets } },
      // What `w: 1` has written is not yet there for a majority.
      { projection: { jointTakes: 1 }, readConcern: { level: 'local' }, maxTimeMS: takeBudgetMs },
    )
    .toArray()
  return new Map(
    rows.flatMap(({ _id, jointTakes }) => {
      const take = jointTakes?.find((each) => each.by === by && each.number === number)
      return take ? [[_id, toTaken(take, limit)]] : []
    }),
  )
}
