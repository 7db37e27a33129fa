import type { Page } from '@inlet/contract'
import { type CursorScope, encodeCursor } from './cursor.ts'

/** Rows found (one more than `limit` where more follows) as a page. */
export function pageOf<Row extends { _id: string }>(scope: CursorScope, rows: Row[], limit: number): Page<Row> {
  const data = rows.slice(0, limit)
  return { data, meta: { cursor: encodeCursor(scope, data.at(-1)?._id ?? null), hasMore: rows.length > limit } }
}

/** What a scan found as a page: when it stopped before its end, the cursor is where it stopped and not the last hit. */
export function searchedPageOf<Row extends { _id: string }>(
  scope: CursorScope,
  scanned: { found: Row[]; nextBefore: string | null },
  limit: number,
): Page<Row> {
  const { found, nextBefore } = scanned
  if (found.length > limit || nextBefore === null) return pageOf(scope, found, limit)
  return { data: found, meta: { cursor: encodeCursor(scope, nextBefore), hasMore: true } }
}
