import { type Collection, type Document, type Filter, MongoServerError } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { defaultSearchWaitMs, type QueuedSearch } from './search-queue.ts'

/** Enough for most searches, and a twentieth of the budget where it is not. */
const quickLookMs = 100
/** Small, since the time for one document is not known yet: a cold disk needs milliseconds for each. */
const firstSlice = 64
const smallestSlice = 16
const largestSlice = 8_000
/** Where this process filters the rows itself: a few milliseconds during which it does nothing else. */
const largestFilteredSlice = 512
/** Slices grow while they take less than this. */
const quickSliceMs = 250
const maxTimeExpiredCode = 50
/** After this time a scan returns what it has found so far. */
const scanBudgetMs = 2_000

/** A scan of one collection by `_id`, newest first, for conditions that no index can answer. */
export interface Scan<T extends Document> {
  collection: Collection<T>
  /** Answered by an index that ends in `_id`. */
  within: Filter<T>
  /** Evaluated by the database on each document. */
  matching: Filter<T>
  /** Stages that filter what `matching` lets through. */
  further?: Document[]
  /** Evaluated by this process on each row that matches; null for none. */
  keeps?: ((row: T) => boolean) | null
  /** Which fields are read; all by default. */
  projection?: Document
  /** The index that answers `within`. */
  hint: Document
  before: string | null
  limit: number
  deps: Pick<Deps, 'clock' | 'searchQueue'>
  /** The owner of the documents: a service may run a few scans at a time. */
  serviceId: string
  /** How long it may wait in the queue, in milliseconds; 1 s by default. */
  maxSearchWaitMs?: number | undefined
}

/** The result of a scan; `nextBefore` is where to continue, null when the end was reached. */
export interface ScanResult<T> {
  found: T[]
  nextBefore: string | null
}

/**
 * Scans a collection until `limit` are found, the end is reached, or 2 s are over: first everything in one query, and where that takes too
 * long in slices of ids, which grow while they are quick. A query that exceeds `maxTimeMS` loses what it found; with slices only the last
 * slice is lost, and it is tried again at half its size. Each of the two waits in the queue, and the 2 s begin after that.
 * @throws TOO_MANY_REQUESTS `rate_limited` when it waited too long in the queue; the driver's error, that of `maxTimeMS` only where not
 * even a small slice could be scanned
 */
export async function scanNewestFirst<T extends { _id: string }>(scan: Scan<T>): Promise<ScanResult<T>> {
  const { quickLook, longScan } = scan.deps.searchQueue
  const queued: QueuedSearch = { serviceId: scan.serviceId, maxWaitMs: scan.maxSearchWaitMs ?? defaultSearchWaitMs }
  if (scan.keeps) return await scanFiltered(scan, queued)
  const everything = { limit: scan.limit, maxTimeMS: quickLookMs }
  const result = await quickLook(queued, () => matchesIn(scan, scan.before, everything).catch(tooSlow))
  if (result instanceof MongoServerError) return await longScan(queued, () => scanInSlices(scan, scanBudgetMs))
  return { found: result, nextBefore: result.length < scan.limit ? null : (result.at(-1)?._id ?? null) }
}

/** Its quick look uses slices too: the database does not know how many rows `keeps` will accept. */
async function scanFiltered<T extends { _id: string }>(scan: Scan<T>, queued: QueuedSearch): Promise<ScanResult<T>> {
  const { quickLook, longScan } = scan.deps.searchQueue
  const { found, nextBefore } = await quickLook(queued, () => scanInSlices(scan, quickLookMs))
  if (nextBefore === null || found.length >= scan.limit) return { found, nextBefore }
  const rest = { ...scan, before: nextBefore, limit: scan.limit - found.length }
  const further = await longScan(queued, () => scanInSlices(rest, scanBudgetMs))
  return { found: [...found, ...further.found], nextBefore: further.nextBefore }
}

async function scanInSlices<T extends { _id: string }>(scan: Scan<T>, budgetMs: number): Promise<ScanResult<T>> {
  const isOver = startBudget(scan.deps.clock, budgetMs)
  const largest = scan.keeps ? largestFilteredSlice : largestSlice
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

/** By whichever clock is ahead: the system's clock may be set back. */
function startBudget(clock: Deps['clock'], budgetMs: number): () => boolean {
  const beganAt = clock.now().getTime()
  const monotonicBeganAt = performance.now()
  return () => performance.now() - monotonicBeganAt >= budgetMs || clock.now().getTime() - beganAt >= budgetMs
}

/** Returns an error that says that `maxTimeMS` was exceeded. @throws any other error */
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
        ...(scan.projection ? [{ $project: scan.projection }] : []),
      ],
      { hint: scan.hint, maxTimeMS },
    )
    .toArray()
}
