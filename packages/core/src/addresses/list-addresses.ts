import {
  type AddressListItem,
  type AddressMaker,
  asciiLowerCase,
  foldDomainName,
  isWildcard,
  type ListAddressesInput,
  type Page,
} from '@inlet/contract'
import type { Filter } from 'mongodb'
import { assertMay, type Caller, isPerson } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { findServiceDomainOver } from '../domains/find-domains.ts'
import { reversedHost } from '../domains/wildcards.ts'
import { type CursorScope, decodeCursor } from '../paging/cursor.ts'
import { pageOf, searchedPageOf } from '../paging/list-newest-first.ts'
import { scanNewestFirst } from '../paging/scan-newest-first.ts'
import { assertServiceExists } from '../services/find-services.ts'
import {
  type AddressDoc,
  addressModel,
  domainIndex,
  ownerIndex,
  serviceIndex,
  toAddressListItem,
  wildcardIndex,
} from './address-model.ts'

/** How many messages of an address can be listed, and when the last of them was received. */
export interface MessageCount {
  count: number
  lastAt: Date | null
}

type CountMessages = (deps: Deps, addresses: AddressDoc[]) => Promise<Map<string, MessageCount>>

/**
 * Lists the addresses of the caller's service, newest first, each with its `count` of messages. `hostname` keeps one domain, `q` a part of
 * the local part, `madeBy` those of one origin. A user needs the role viewer.
 * @throws BAD_REQUEST `invalid_cursor`; FORBIDDEN `wrong_service`; NOT_FOUND; TOO_MANY_REQUESTS `rate_limited` when too many searches
 * run at the same time
 */
export async function listWithCounts(
  deps: Deps,
  caller: Caller,
  { count, ...input }: ListAddressesInput & { count: CountMessages },
): Promise<Page<AddressListItem>> {
  assertMay(caller, input.id, 'viewer')
  // The key of a deleted service ends within the second in which keys are remembered.
  if (isPerson(caller)) await assertServiceExists(deps, input.id)
  const scope: CursorScope = {
    list: 'addresses',
    filters: { id: input.id, hostname: input.hostname, q: input.q || undefined, madeBy: input.madeBy },
  }
  const before = decodeCursor(scope, input.cursor)

  const within = await filterOf(deps, input)
  if (!within) return { data: [], meta: { cursor: '', hasMore: false } }

  const place = { scope, before, limit: input.limit }
  const matching = conditionsOf(input)
  const page =
    matching.length > 0
      ? await searchPage(deps, within, { ...place, matching: { $and: matching }, serviceId: input.id })
      : await plainPage(deps, within, place)
  const counts = await count(deps, page.data)
  return { data: page.data.map((address) => counted(address, counts.get(address._id))), meta: page.meta }
}

/** `lastMessageAt` is stored a moment after the mail, so the messages may know better. */
function counted(address: AddressDoc, { count, lastAt }: MessageCount = { count: 0, lastAt: null }): AddressListItem {
  const stored = address.lastMessageAt
  const lastMessageAt = stored && (!lastAt || stored > lastAt) ? stored : lastAt
  return toAddressListItem({ ...address, lastMessageAt }, count)
}

const ownerOf: Record<AddressMaker, AddressDoc['owner']> = { service: 'service', visitor: 'session', mail: 'none' }

/** What an index answers of the filter; null where the hostname is not the service's, so that nothing matches. */
async function filterOf(deps: Deps, input: ListAddressesInput): Promise<Filter<AddressDoc> | null> {
  if (input.hostname === undefined) {
    return { serviceId: input.id, ...(input.madeBy && { owner: ownerOf[input.madeBy] }) }
  }
  const hostname = foldDomainName(input.hostname)
  const domain = hostname === null ? null : await findServiceDomainOver(deps, input.id, hostname)
  if (!hostname || !domain) return null
  if (domain.hostname === hostname) return { domainId: domain._id }
  // A part of a wildcard is none of its hosts.
  return isWildcard(hostname) ? null : { domainId: domain._id, reversedHost: reversedHost(hostname) }
}

/** What no index answers. */
function conditionsOf({ q, madeBy, hostname }: ListAddressesInput): Filter<AddressDoc>[] {
  const hasPart = { $gte: [{ $indexOfBytes: ['$localPart', { $literal: asciiLowerCase(q ?? '') }] }, 0] }
  return [...(q ? [{ $expr: hasPart }] : []), ...(madeBy && hostname !== undefined ? [{ owner: ownerOf[madeBy] }] : [])]
}

function indexOf(within: Filter<AddressDoc>) {
  if ('reversedHost' in within) return wildcardIndex
  if ('domainId' in within) return domainIndex
  return 'owner' in within ? ownerIndex : serviceIndex
}

interface Place {
  scope: CursorScope
  before: string | null
  limit: number
}

async function plainPage(deps: Deps, within: Filter<AddressDoc>, place: Place): Promise<Page<AddressDoc>> {
  const rows = await addressModel
    .in(deps.db)
    .find(place.before ? { ...within, _id: { $lt: place.before } } : within, {
      hint: indexOf(within),
      maxTimeMS: readBudgetMs,
    })
    .sort({ _id: -1 })
    .limit(place.limit + 1)
    .toArray()
  return pageOf(place.scope, rows, place.limit)
}

async function searchPage(
  deps: Deps,
  within: Filter<AddressDoc>,
  place: Place & { matching: Filter<AddressDoc>; serviceId: string },
): Promise<Page<AddressDoc>> {
  const scanned = await scanNewestFirst<AddressDoc>({
    collection: addressModel.in(deps.db),
    within,
    matching: place.matching,
    projection: { unusedUntil: 0 },
    hint: indexOf(within),
    before: place.before,
    limit: place.limit + 1,
    deps,
    serviceId: place.serviceId,
  })
  return searchedPageOf(place.scope, scanned, place.limit)
}
