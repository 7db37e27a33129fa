import type { Page } from '@inlet/contract'
import type { Collection, Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { type CursorScope, decodeCursor } from './cursor.ts'
import { pageOf } from './page-of.ts'

/** A page as it is asked for: the list it belongs to, the cursor of the page before, and how many rows. */
interface PageWish {
  scope: CursorScope
  cursor?: string | undefined
  limit: number
}

/** One page of the documents that match, by falling id. @throws BAD_REQUEST `invalid_cursor` */
export async function listNewestFirst<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  { scope, cursor, limit }: PageWish,
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
