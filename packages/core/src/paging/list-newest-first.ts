import type { Page } from '@inlet/contract'
import type { Collection, Document, Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { type CursorScope, decodeCursor, encodeCursor } from './cursor.ts'
import { type Scan, scanNewestFirst } from './scan-newest-first.ts'

/** The index of a collection's records of one service, newest first. */
export const serviceListIndex = { serviceId: 1, _id: -1 } as const
/** The index that every collection has. */
export const idIndex = { _id: 1 } as const

/** A requested page: the list, the cursor of the page before, and how many rows. */
interface PageRequest {
  scope: CursorScope
  cursor?: string | undefined
  limit: number
  /** Answers the filter, and has its rows in the order of the list: a page reads no row that it does not show. */
  index: Document
}

/** One page of the documents that match, by descending id. @throws BAD_REQUEST `invalid_cursor` */
export async function listNewestFirst<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  { scope, cursor, limit, index }: PageRequest,
): Promise<Page<T>> {
  const before = decodeCursor(scope, cursor)
  const match = before === null ? [filter] : [filter, { _id: { $lt: before } }]
  const rows = await collection
    .aggregate<T>([{ $match: { $and: match } }, { $sort: { _id: -1 } }, { $limit: limit + 1 }], {
      hint: index,
      maxTimeMS: readBudgetMs,
    })
    .toArray()
  return pageOf(scope, rows, limit)
}

/**
 * The same for a list with conditions that no index answers: a search, which takes its turn.
 * @throws BAD_REQUEST `invalid_cursor`; what `scanNewestFirst` throws
 */
export async function searchNewestFirst<T extends { _id: string }>(
  search: Omit<Scan<T>, 'before' | 'limit' | 'hint'>,
  { scope, cursor, limit, index }: PageRequest,
): Promise<Page<T>> {
  const before = decodeCursor(scope, cursor)
  const scanned = await scanNewestFirst({ ...search, hint: index, before, limit: limit + 1 })
  return searchedPageOf(scope, scanned, limit)
}

/** A page of these rows, of which there is one more than `limit` where more follow. */
export function pageOf<Row extends { _id: string }>(scope: CursorScope, rows: Row[], limit: number): Page<Row> {
  const data = rows.slice(0, limit)
  return { data, meta: { cursor: encodeCursor(scope, data.at(-1)?._id ?? null), hasMore: rows.length > limit } }
}

/** A page of the result of a scan: where the scan stopped before its end, the cursor is the position where it stopped. */
export function searchedPageOf<Row extends { _id: string }>(
  scope: CursorScope,
  scanned: { found: Row[]; nextBefore: string | null },
  limit: number,
): Page<Row> {
  const { found, nextBefore } = scanned
  if (found.length > limit || nextBefore === null) return pageOf(scope, found, limit)
  return { data: found, meta: { cursor: encodeCursor(scope, nextBefore), hasMore: true } }
}
