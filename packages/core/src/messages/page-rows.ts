import type { MessageListItem, Page } from '@inlet/contract'
import { BSON, type Document, type Filter, type FindOptions } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { inboxIndex, listedFields, type MessageDoc, messageModel } from './message-model.ts'
import { type ListedMessage, type ListRow, listItemOf } from './message-shapes.ts'

/** By these fields a remembered row is known to be true still: all others are written once. */
const changingFields = { expiresAt: 1, isRead: 1 } as const
/** A page of fewer rows is read as quickly in full; most inboxes of tests have one mail and are listed once. */
const leastRows = 8
/** How long a page is remembered after it was read in full. */
const maxAgeMs = 60_000

/** The rows of a page of an inbox, and one more where further ones follow. */
export interface PageRows {
  rows: ListRow[]
  /** The page that is made of them, if it was. */
  page: Page<MessageListItem> | null
}

/** The rows that a process has read, and the database's answer that said they hold; null before it was asked. */
export interface RememberedRows extends PageRows {
  answer: Buffer | null
  /** When they were read in full. */
  readAt: Date
}

interface PageQuery {
  /** All that the page depends on, but the time. */
  key: string
  addressId: string
  filter: Filter<MessageDoc>
  limit: number
  now: Date
}

/**
 * The rows of a page of an inbox, newest first. The database says each time which messages there are and which of them are read; the rest
 * of a row is taken from the memory of the process where it has read the page within the last minute.
 */
export async function findPageRows(deps: Deps, query: PageQuery): Promise<PageRows> {
  const { key, addressId, filter, limit, now } = query
  const remembered = deps.listedPages.get(key)
  const ageMs = remembered ? now.getTime() - remembered.readAt.getTime() : maxAgeMs
  const current = remembered && ageMs >= 0 && ageMs < maxAgeMs ? await renewed(deps, query, remembered) : null
  if (current) return current

  const found = await find(deps, filter, { projection: listedFields, limit }).toArray()
  const rows = found.map((each) => toRow(each, addressId))
  const read = { rows, page: null, answer: null, readAt: now }
  if (rows.length < leastRows) deps.listedPages.delete(key)
  else deps.listedPages.set(key, read)
  return read
}

/** The remembered rows as they are now; null where a message was deleted between two queries. */
async function renewed(deps: Deps, query: PageQuery, remembered: RememberedRows): Promise<PageRows | null> {
  const { key, addressId } = query
  const documents = await findMarks(deps, query)
  if (!documents) return null
  const answer = Buffer.concat(documents)
  if (remembered.answer?.equals(answer)) return remembered

  const marks = documents.map((each) => BSON.deserialize(each))
  const known = new Map(remembered.rows.map((row) => [row._id, row]))
  const missing = marks.filter((mark) => !isSame(known.get(mark._id), mark)).map(({ _id }) => _id)
  const read =
    missing.length > 0
      ? await find(deps, { addressId, _id: { $in: missing } }, { projection: listedFields }).toArray()
      : []
  if (read.length < missing.length) return null
  for (const each of read) known.set(each._id, toRow(each, addressId))
  const rows = marks.flatMap(({ _id }) => known.get(_id) ?? [])
  const current = { rows, page: null, answer, readAt: remembered.readAt }
  deps.listedPages.set(key, current)
  return current
}

/**
 * What may have changed of the page's messages, as the database sends it: as a command, which costs half as much as a cursor. The driver does
 * not repeat a command when the primary changes; null then, and where it fails otherwise, as the query that follows does.
 */
async function findMarks({ db }: Deps, { filter, limit }: PageQuery): Promise<Uint8Array[] | null> {
  const command = {
    find: messageModel.name,
    filter,
    projection: changingFields,
    sort: { _id: -1 },
    limit,
    singleBatch: true,
    hint: inboxIndex,
    maxTimeMS: readBudgetMs,
    readConcern: { level: 'majority' },
  }
  const reply = await db.command(command, { fieldsAsRaw: { firstBatch: true } }).catch(() => null)
  const batch: unknown[] | undefined = reply?.cursor.firstBatch
  return batch?.every((each) => each instanceof Uint8Array) ? batch : null
}

const find = (deps: Deps, filter: Filter<MessageDoc>, options: FindOptions) =>
  messageModel
    .in(deps.db)
    .find(filter, { ...options, hint: inboxIndex, maxTimeMS: readBudgetMs })
    .sort({ _id: -1 })

const isSame = (row: ListRow | undefined, { isRead, expiresAt }: Document) =>
  row !== undefined && row.item.isRead === isRead && Date.parse(row.item.expiresAt) === expiresAt.getTime()

/** A row of an inbox, as a list shows it. */
export const toRow = (found: ListedMessage, addressId: string): ListRow => ({
  _id: found._id,
  item: listItemOf(found, addressId),
})
