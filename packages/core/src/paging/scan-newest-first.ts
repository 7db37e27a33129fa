import { type Collection, type Document, type Filter, MongoServerError } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { defaultSearchWaitMs, type SearchTurn } from './search-turns.ts'

/** Enough for most searches to end, and a twentieth of the budget where it was in vain. */
const quickLookMs = 100
/** Small, since how long one document takes is not known yet: a cold disk needs milliseconds for each. */
const firstSlice = 64
const smallestSlice = 16
const largestSlice = 8_000
/** Where this process looks at each row itself: a few milliseconds, in which it does nothing else. */
const largestOwnSlice = 512
/** Slices grow while they take less than this. */
const quickSliceMs = 250
const maxTimeExpiredCode = 50
/** Past this a scan answers what it found so far. */
const scanBudgetMs = 2_000

/** A scan of one collection by `_id`, newest first, for what no index can answer. */
export interface Scan<T extends Document> {
  collection: Collection<T>
  /** What an index that ends in `_id` answers. */
  within: Filter<T>
  /** What must be looked at in each document. */
  matching: Filter<T>
  /** Stages for what `matching` lets through and does not decide. */
  further?: Document[]
  /** What this process looks at in each row that matches; null where nothing is left to look at. */
  keeps?: ((row: T) => boolean) | null
  projection: Document
  /** The index that answers `within`. */
  hint: Document
  before: string | null
  limit: number
  deps: Pick<Deps, 'clock' | 'searchQueue'>
  /** Whose documents they are: a service may have a few scans at a time. */
  serviceId: string
  /** How long it may wait for its turn, in milliseconds; 1 s where nothing is said. */
  maxSearchWaitMs?: number | undefined
}

/** What a scan found; `nextBefore` is where to go on, null when the end was reached. */
export interface ScanResult<T> {
  found: T[]
  nextBefore: string | null
}

/**
 * Looks through a collection until `limit` are found, the end is reached, or 2 s are over: at first all at once, and where that takes
 * long in slices of ids, larger ones while they are quick. `maxTimeMS` would throw away what was found; slices keep it: one that meets
 * it is tried again at half its size. It waits for its turn before either, and its 2 s begin with that.
 * @throws TOO_MANY_REQUESTS `rate_limited` when its turn does not come in time; the driver's error, that of `maxTimeMS` only where not
 * even a small slice could be looked through
 */
export async function scanNewestFirst<T extends { _id: string }>(scan: Scan<T>): Promise<ScanResult<T>> {
  const { quickLook, longScan } = scan.deps.searchQueue
  const turn: SearchTurn = { serviceId: scan.serviceId, maxWaitMs: scan.maxSearchWaitMs ?? defaultSearchWaitMs }
  if (scan.keeps) return await lookItself(scan, turn)
  const atOnce = { limit: scan.limit, maxTimeMS: quickLookMs }
  const all = await quickLook(turn, () => matchesIn(scan, scan.before, atOnce).catch(tooSlow))
  if (all instanceof MongoServerError) return await longScan(turn, () => scanInSlices(scan, scanBudgetMs))
  return { found: all, nextBefore: all.length < scan.limit ? null : (all.at(-1)?._id ?? null) }
}

/** The quick look goes in slices as well: the database cannot tell how many rows will be kept. */
async function lookItself<T extends { _id: string }>(scan: Scan<T>, turn: SearchTurn): Promise<ScanResult<T>> {
  const { quickLook, longScan } = scan.deps.searchQueue
  const { found, nextBefore } = await quickLook(turn, () => scanInSlices(scan, quickLookMs))
  if (nextBefore === null || found.length >= scan.limit) return { found, nextBefore }
  const rest = { ...scan, before: nextBefore, limit: scan.limit - found.length }
  const further = await longScan(turn, () => scanInSlices(rest, scanBudgetMs))
  return { found: [...found, ...further.found], nextBefore: further.nextBefore }
}

async function scanInSlices<T extends { _id: string }>(scan: Scan<T>, budgetMs: number): Promise<ScanResult<T>> {
  const isOver = startBudget(scan.deps.clock, budgetMs)
  const largest = scan.keeps ? largestOwnSlice : largestSlice
  const found: T[] = []
  let before = scan.before
  let size = firstSlice
  for (;;) {
    const beganAt = performance.now()
    const slice = await scanSlice(scan, before, { size, limit: scan.limit - found.length }).catch(tooSlow)
    if (slice instanceof MongoServerError) {
      const isSmallest = size <= smallestSlice
      if (before !== scan.before && (isSmallest || isOver())) return { found, nextBefore: before }
      if (isSmallest) throw slice
      size = Math.max(Math.floor(size / 2), smallestSlice)
      continue
    }
    if (!slice) return { found, nextBefore: null }

    found.push(...slice.matches)
    if (found.length >= scan.limit) return { found, nextBefore: found.at(-1)?._id ?? null }
    if (slice.count < size) return { found, nextBefore: null }
    if (isOver()) return { found, nextBefore: slice.last }
    before = slice.last
    if (performance.now() - beganAt < quickSliceMs) size = Math.min(size * 2, largest)
  }
}

/** Whichever clock is ahead: the system's may be set back or stand still. */
function startBudget(clock: Deps['clock'], budgetMs: number): () => boolean {
  const beganAt = clock.now().getTime()
  const monotonicBeganAt = performance.now()
  return () => performance.now() - monotonicBeganAt >= budgetMs || clock.now().getTime() - beganAt >= budgetMs
}

/** The error where it says that `maxTimeMS` was met. @throws any other error as it is */
function tooSlow(error: unknown): MongoServerError {
  if (error instanceof MongoServerError && error.code === maxTimeExpiredCode) return error
  throw error
}

interface Slice<T> {
  last: string
  count: number
  matches: T[]
}

/** The first `limit` matches among the next `size` ids; null where there are no more ids. */
async function scanSlice<T extends { _id: string }>(
  scan: Scan<T>,
  before: string | null,
  { size, limit }: { size: number; limit: number },
): Promise<Slice<T> | null> {
  const ids = await nextIds(scan, before, size)
  if (!ids) return null
  const { keeps } = scan
  const rows = await matchesIn(scan, before, { from: ids.last, limit: keeps ? size : limit, maxTimeMS: readBudgetMs })
  return { ...ids, matches: keeps ? rows.filter(keeps).slice(0, limit) : rows }
}

/** The last id of the next `size` ids, from the index alone; null where there are none. */
async function nextIds<T extends { _id: string }>(
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

/** The first `limit` matches of what comes after `before`, down to the id `from`. */
async function matchesIn<T extends { _id: string }>(
  scan: Scan<T>,
  before: string | null,
  { from, limit, maxTimeMS }: { from?: string; limit: number; maxTimeMS: number },
): Promise<T[]> {
  const bounds = [...(before ? [{ _id: { $lt: before } }] : []), ...(from ? [{ _id: { $gte: from } }] : [])]
  return await scan.collection
    .aggregate<T>(
      [
        { $match: { $and: [scan.within, ...bounds, scan.matching] } },
        { $sort: { _id: -1 } },
        ...(scan.further ?? []),
        { $limit: limit },
        { $project: scan.projection },
      ],
      { hint: scan.hint, maxTimeMS },
    )
    .toArray()
}
