import type { Page } from '@inlet/contract'
import type { Collection, Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { type CursorScope, decodeCursor, encodeCursor } from './cursor.ts'

/** A requested page: the list, the cursor of the page before, and how many rows. */
interface PageRequest {
  scope: CursorScope
  cursor?: string | undefined
  limit: number
}

/** One page of the documents that match, by descending id. @throws BAD_REQUEST `invalid_cursor` */
export async function listNewestFirst<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  { scope, cursor, limit }: PageRequest,
): Promise<Page<T>> {
  const before = decodeCursor(scope, cursor)
  const match = before === null ? [filter] : [filter, { _id: { $lt: before } }]
  const rows = await collection
    .aggregate<T>([{ $match: { $and: match } }, { $sort: { _id: -1 } }, { $limit: limit + 1 }], {
      maxTimeMS: readBudgetMs,
    })
    .toArray()
  return pageOf(scope, rows, limit)
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
