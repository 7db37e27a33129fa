import type { ListMessagesInput, MessageListItem, Page } from '@inlet/contract'
import type { Document, Filter } from 'mongodb'
import type { Caller } from '../access/caller.ts'
import { findAwaitedInbox, getInbox } from '../addresses/find-address.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type CursorScope, decodeCursor } from '../paging/cursor.ts'
import { pageOf, searchedPageOf } from '../paging/list-newest-first.ts'
import { scanNewestFirst } from '../paging/scan-newest-first.ts'
import { searchTerms, sharedTextStages, summaryFilter, termsFilter } from './message-filters.ts'
import { inboxIndex, listItemFields, type MessageDoc, messageModel } from './message-model.ts'
import { positionAt } from './message-position.ts'
import { toMessageListItem } from './message-shapes.ts'

/** A list request, with the state of a call that waits for mail. */
export interface MessageQuery extends ListMessagesInput {
  /** Only messages above this id, which a waiting call has seen already. Not a filter of the request: not part of the cursor's mark. */
  newerThan?: string
  /** How long a search may wait in the queue, in milliseconds; 1 s by default. */
  maxSearchWaitMs?: number
  /** Whether an address that its first mail would create counts as an empty inbox. */
  isAwaited?: boolean
}

/**
 * Lists an inbox, newest first (specification section 4.1): `q` searches subject and visible text, `after` keeps messages above an id,
 * `hasOtp` those with a code; `from`, `subject`, `tag` and `receivedAfter` keep those that match them all.
 * @throws NOT_FOUND; FORBIDDEN `wrong_service`; BAD_REQUEST `invalid_cursor`, `empty_query`, `empty_filter`; TOO_MANY_REQUESTS
 * `rate_limited` when too many searches run at the same time
 */
export async function listMessages(deps: Deps, caller: Caller, query: MessageQuery): Promise<Page<MessageListItem>> {
  const { address: fullAddress, q, after, hasOtp, from, subject, tag, receivedAfter, limit } = query
  const filters = { fullAddress, q, after, hasOtp, from, subject, tag, receivedAfter }
  const scope: CursorScope = { list: 'messages', filters }
  const before = decodeCursor(scope, query.cursor)
  const terms = searchTerms(q)
  const keeps = summaryFilter(query)
  const notBefore = receivedAfter === undefined ? null : new Date(receivedAfter)

  const find = query.isAwaited ? findAwaitedInbox : getInbox
  const address = await find(deps, caller, fullAddress)
  if (!address) return pageOf(scope, [], limit)
  const floor = [after, query.newerThan, address.clearedBefore, notBefore ? positionAt(notBefore) : undefined]
    .filter((id) => id !== undefined)
    .sort()
    .at(-1)
  const within: Filter<MessageDoc> = {
    addressId: address._id,
    ...(floor === undefined ? {} : { _id: { $gt: floor } }),
    expiresAt: { $gt: deps.clock.now() },
    ...(notBefore ? { receivedAt: { $gt: notBefore } } : {}),
  }
  const matching = [...(terms.length > 0 ? [termsFilter(terms)] : []), ...(hasOtp ? [{ otpCode: { $gt: '' } }] : [])]
  const place = { before, limit: limit + 1 }
  const scanPlace = { ...place, serviceId: address.serviceId, maxSearchWaitMs: query.maxSearchWaitMs }
  const further = terms.length > 0 ? sharedTextStages(terms) : []
  const page =
    matching.length === 0 && !keeps
      ? pageOf(scope, await plainRows(deps, within, place), limit)
      : searchedPageOf(scope, await scannedRows(deps, { within, matching, further, keeps }, scanPlace), limit)
  return { data: page.data.map(toMessageListItem), meta: page.meta }
}

interface Place {
  before: string | null
  limit: number
}

function plainRows(deps: Deps, within: Filter<MessageDoc>, place: Place): Promise<MessageDoc[]> {
  return messageModel
    .in(deps.db)
    .find(place.before ? { $and: [within, { _id: { $lt: place.before } }] } : within, {
      projection: listItemFields,
      hint: inboxIndex,
      maxTimeMS: readBudgetMs,
    })
    .sort({ _id: -1 })
    .limit(place.limit)
    .toArray()
}

interface Filters {
  within: Filter<MessageDoc>
  matching: Filter<MessageDoc>[]
  further: Document[]
  keeps: ((row: MessageDoc) => boolean) | null
}

interface ScanPlace extends Place {
  serviceId: string
  maxSearchWaitMs: number | undefined
}

function scannedRows(deps: Deps, { within, matching, further, keeps }: Filters, place: ScanPlace) {
  const collection = messageModel.in(deps.db)
  return scanNewestFirst<MessageDoc>({
    collection,
    within,
    matching: matching.length === 0 ? {} : { $and: matching },
    further,
    keeps,
    ...place,
    projection: listItemFields,
    hint: inboxIndex,
    deps,
  })
}
