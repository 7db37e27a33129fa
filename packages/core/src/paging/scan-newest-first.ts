import type { Collection, Document, Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Clock } from '../deps.ts'

const firstSlice = 500
const largestSlice = 8_000
/** Past this a scan answers what it found so far. */
const scanBudgetMs = 2_000

/** A scan of one collection by `_id`, newest first, for what no index can answer. */
export interface Scan<T extends Document> {
  collection: Collection<T>
  /** What an index that ends in `_id` answers. */
  within: Filter<T>
  /** What must be looked at in each document. */
  matching: Filter<T>
  projection: Document
  /** The index that answers `within`. */
  hint: Document
  before: string | null
  limit: number
  clock: Clock
}

/** What a scan found; `nextBefore` is where to go on, null when the end was reached. */
export interface ScanResult<T> {
  found: T[]
  nextBefore: string | null
}

/**
 * Looks through a collection in growing slices of ids until `limit` are found, the end is reached, or 2 s are over.
 * `maxTimeMS` would throw away what was found; slices keep it.
 */
export async function scanNewestFirst<T extends { _id: string }>(scan: Scan<T>): Promise<ScanResult<T>> {
  const endsAt = scan.clock.now().getTime() + scanBudgetMs
  const found: T[] = []
  let before = scan.before
  for (let size = firstSlice; ; size = Math.min(size * 2, largestSlice)) {
    const slice = await nextSlice(scan, before, size)
    if (!slice) return { found, nextBefore: null }

    const missing = scan.limit - found.length
    found.push(...(await matchesIn(scan, before, { from: slice.last, limit: missing })))
    if (found.length >= scan.limit) return { found, nextBefore: found.at(-1)?._id ?? null }
    if (slice.count < size) return { found, nextBefore: null }
    if (scan.clock.now().getTime() >= endsAt) return { found, nextBefore: slice.last }
    before = slice.last
  }
}

/** The last id of the next `size` ids, from the index alone; null where there are none. */
async function nextSlice<T extends { _id: string }>(
  scan: Scan<T>,
  before: string | null,
  size: number,
): Promise<{ last: string; count: number } | null> {
  const [slice] = await scan.collection
    .aggregate<{ last: string; count: number }>(
      [
        { $match: before ? { $and: [scan.within, { _id: { $lt: before } }] } : scan.within },
        { $sort: { _id: -1 } },
        { $limit: size },
        { $group: { _id: null, last: { $min: '$_id' }, count: { $sum: 1 } } },
      ],
      { hint: scan.hint, maxTimeMS: readBudgetMs },
    )
    .toArray()
  return slice ?? null
}

async function matchesIn<T extends { _id: string }>(
  scan: Scan<T>,
  before: string | null,
  slice: { from: string; limit: number },
): Promise<T[]> {
  const ids = before ? { $gte: slice.from, $lt: before } : { $gte: slice.from }
  return await scan.collection
    .aggregate<T>(
      [
        { $match: { $and: [scan.within, { _id: ids }, scan.matching] } },
        { $sort: { _id: -1 } },
        { $limit: slice.limit },
        { $project: scan.projection },
      ],
      { hint: scan.hint, maxTimeMS: readBudgetMs },
    )
    .toArray()
}
