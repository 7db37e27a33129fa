import { AppError, type ListMessagesInput, type MessageListItem, type Page } from '@inlet/contract'
import { parseSearchQuery } from '@inlet/mail'
import type { Document, Filter } from 'mongodb'
import type { Caller } from '../access/caller.ts'
import { findAwaitedInbox, getInbox } from '../addresses/find-address.ts'
import type { Deps } from '../deps.ts'
import { type CursorScope, decodeCursor } from '../paging/cursor.ts'
import { pageOf, searchedPageOf } from '../paging/list-newest-first.ts'
import { positionAt } from '../paging/position-at.ts'
import { scanNewestFirst } from '../paging/scan-newest-first.ts'
import { sharedContentModel } from './large-parts-model.ts'
import { inboxIndex, listedFields, type MessageDoc, messageModel } from './message-model.ts'
import { type ListRow, packedActionTag, unpackSummary } from './message-shapes.ts'
import { findPageRows, type PageRows, toRow } from './page-rows.ts'
import { summaryFilter } from './summary-filter.ts'

/** An inbox of fewer messages is filtered as a list of it is read, in a millisecond: a search would wait for its turn. */
const smallInbox = 32

/** A list request, with the state of a call that waits for mail. */
export interface MessageQuery extends ListMessagesInput {
  /** Only messages above this id, which a waiting call has seen already. Not a filter of the request: not part of the cursor's mark. */
  newerThan?: string
  /** How long a search may wait in the queue, in milliseconds; 1 s by default. */
  maxSearchWaitMs?: number
  /** Whether an address that its first mail would create counts as an empty inbox. */
  isAwaited?: boolean
  /** Whether a visitor's inbox is listed as their entry has just found it, without another look-up. */
  isJustVisited?: boolean
}

/**
 * Lists an inbox, newest first (specification section 4.1): `q` searches subject and visible text, `after` keeps messages above an id,
 * `hasOtp` those with a code, `hasAction` those with a link to click; `from`, `subject`, `tag` and `receivedAfter` keep those that match them all.
 * @throws NOT_FOUND; FORBIDDEN `wrong_service`; BAD_REQUEST `invalid_cursor`, `empty_query`, `empty_filter`; TOO_MANY_REQUESTS
 * `rate_limited` when too many searches run at the same time
 */
export async function listMessages(deps: Deps, caller: Caller, query: MessageQuery): Promise<Page<MessageListItem>> {
  const { address: fullAddress, q, after, hasOtp, hasAction, from, subject, tag, receivedAfter, limit } = query
  const filters = { fullAddress, q, after, hasOtp, hasAction, from, subject, tag, receivedAfter }
  const scope: CursorScope = { list: 'messages', filters }
  const before = decodeCursor(scope, query.cursor)
  const terms = searchTerms(q)
  const fits = summaryFilter(query)
  const notBefore = receivedAfter === undefined ? null : new Date(receivedAfter)

  const address = await listedInbox(deps, caller, query)
  if (!address) return itemsOf(pageOf<ListRow>(scope, [], limit))
  const floor = [after, query.newerThan, address.clearedBefore, notBefore ? positionAt(notBefore) : undefined]
    .filter((id) => id !== undefined)
    .sort()
    .at(-1)
  const range: InboxRange = { addressId: address._id, floor, notBefore }
  const place = { before, limit: limit + 1, scope }
  const scanPlace = { ...place, serviceId: address.serviceId, maxSearchWaitMs: query.maxSearchWaitMs }
  const matching = [
    ...(terms.length > 0 ? [termsFilter(terms)] : []),
    ...(hasOtp ? [{ otpCode: { $gt: '' } }] : []),
    ...(hasAction ? [actionFilter] : []),
  ]
  const further = terms.length > 0 ? sharedTextStages(terms) : []
  const keeps = fits && ((row: MessageDoc) => fits(unpackSummary(row.summary)))

  if (matching.length === 0 && !fits) {
    const listed = await plainRows(deps, range, place)
    // Frozen, so that a page that is given again is neither checked nor written as JSON again.
    listed.page ??= Object.freeze(itemsOf(pageOf(scope, listed.rows, limit)))
    return listed.page
  }
  const all = terms.length > 0 ? null : await smallInboxRows(deps, range, place)
  if (!all)
    return itemsOf(
      searchedPageOf(scope, await scannedRows(deps, { range, matching, further, keeps }, scanPlace), limit),
    )
  const fitting = all.filter(
    ({ item }) => (!hasOtp || item.otpCode) && (!hasAction || item.tags.includes('action')) && (!fits || fits(item)),
  )
  return itemsOf(pageOf(scope, fitting, limit))
}

/** A pattern, since the index alone answers it: for an expression the database reads each document. */
const actionFilter = { summary: packedActionTag }

const itemsOf = ({ data, meta }: Page<ListRow>): Page<MessageListItem> => ({
  data: data.map(({ item }) => item),
  meta,
})

/** What a list needs of its address. */
interface ListedInbox {
  _id: string
  serviceId: string
  clearedBefore?: string | undefined
}

/** The inbox of a list; null for one that its first mail would create. @throws NOT_FOUND; FORBIDDEN `wrong_service` */
async function listedInbox(
  deps: Deps,
  caller: Caller,
  { address, isAwaited, isJustVisited }: MessageQuery,
): Promise<ListedInbox | null> {
  if (isJustVisited && caller.kind === 'visitor' && caller.fullAddress === address) {
    const { inbox, serviceId } = caller
    return inbox && { _id: inbox.id, serviceId, clearedBefore: inbox.clearedBefore }
  }
  const find = isAwaited ? findAwaitedInbox : getInbox
  return await find(deps, caller, address)
}

/** The messages of an inbox above an id and after a moment. */
interface InboxRange {
  addressId: string
  floor: string | undefined
  notBefore: Date | null
}

const visibleIn = ({ addressId, floor, notBefore }: InboxRange, now: Date): Filter<MessageDoc> => ({
  addressId,
  ...(floor === undefined ? {} : { _id: { $gt: floor } }),
  expiresAt: { $gt: now },
  ...(notBefore ? { receivedAt: { $gt: notBefore } } : {}),
})

interface Place {
  before: string | null
  limit: number
}

interface ListPlace extends Place {
  scope: CursorScope
}

/** Readers of the same page share the query and the items: a new mail makes all open pages of its inbox read it at the same moment. */
function plainRows(deps: Deps, range: InboxRange, { before, limit, scope }: ListPlace): Promise<PageRows> {
  const { addressId, floor } = range
  const key = JSON.stringify([addressId, floor, before, limit, scope.filters])
  return deps.messagePages(key, async () => {
    const now = deps.clock.now()
    const within = visibleIn(range, now)
    const filter = before ? { $and: [within, { _id: { $lt: before } }] } : within
    return await findPageRows(deps, { key, addressId, filter, limit, now })
  })
}

/** All rows of an inbox that has few, or whose rest above the floor has; null for any other. */
async function smallInboxRows(deps: Deps, range: InboxRange, place: ListPlace): Promise<ListRow[] | null> {
  const { rows } = await plainRows(deps, range, { ...place, limit: smallInbox })
  return rows.length < smallInbox ? rows : null
}

interface Filters {
  range: InboxRange
  matching: Filter<MessageDoc>[]
  further: Document[]
  keeps: ((row: MessageDoc) => boolean) | null
}

interface ScanPlace extends Place {
  serviceId: string
  maxSearchWaitMs: number | undefined
}

async function scannedRows(deps: Deps, { range, matching, further, keeps }: Filters, place: ScanPlace) {
  const { found, nextBefore } = await scanNewestFirst<MessageDoc>({
    collection: messageModel.in(deps.db),
    within: visibleIn(range, deps.clock.now()),
    matching: matching.length === 0 ? {} : { $and: matching },
    further,
    keeps,
    ...place,
    projection: listedFields,
    hint: inboxIndex,
    deps,
  })
  return { found: found.map((row) => toRow(row, range.addressId)), nextBefore }
}

/** The terms of `q`; none without it. @throws BAD_REQUEST `empty_query` where folding leaves no term */
function searchTerms(q: string | undefined): string[][] {
  if (q === undefined) return []
  const terms = parseSearchQuery(q)
  if (terms.length > 0) return terms
  throw AppError.of('empty_query')
}

/** `$indexOfBytes` on folded text: 2.5 times as fast as a regular expression, and the term is never read as a pattern. */
const termFilter = (spellings: string[]): Document => ({
  $expr: { $or: spellings.map((term) => ({ $gte: [{ $indexOfBytes: ['$searchText', { $literal: term }] }, 0] })) },
})

const hasOwnText = { searchText: { $exists: true } }

/** Matches messages whose text has all terms, and those whose text is stored apart, which `sharedTextStages` then filters. */
const termsFilter = (terms: string[][]): Filter<MessageDoc> => ({
  $or: [{ $and: terms.map(termFilter) }, { searchText: { $exists: false } }],
})

/** Of the messages whose text is stored apart, keeps those whose text has all terms. */
const sharedTextStages = (terms: string[][]): Document[] => [
  {
    $lookup: {
      from: sharedContentModel.name,
      localField: 'sourceId',
      foreignField: '_id',
      pipeline: [{ $match: { $and: terms.map(termFilter) } }, { $project: { _id: 1 } }],
      as: 'sharedText',
    },
  },
  { $match: { $or: [hasOwnText, { sharedText: { $ne: [] } }] } },
]
