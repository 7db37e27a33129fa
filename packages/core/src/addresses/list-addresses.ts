import {
  type AddressListItem,
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
  serviceIndex,
  toAddressListItem,
  wildcardIndex,
} from './address-model.ts'

/** How many messages each of these addresses has, by its id. */
type CountMessages = (deps: Deps, addresses: AddressDoc[]) => Promise<Map<string, number>>

/**
 * Lists the addresses of the caller's service, newest first, each with its `count` of messages. `hostname` keeps one domain, `q` a part of
 * the local part. A user needs the role viewer.
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
    filters: { id: input.id, hostname: input.hostname, q: input.q || undefined },
  }
  const before = decodeCursor(scope, input.cursor)

  const within = await filterOf(deps, input)
  if (!within) return { data: [], meta: { cursor: '', hasMore: false } }

  const page = input.q
    ? await searchPage(deps, within, { scope, before, limit: input.limit, q: input.q, serviceId: input.id })
    : await plainPage(deps, within, { scope, before, limit: input.limit })
  const counts = await count(deps, page.data)
  return { data: page.data.map((address) => toAddressListItem(address, counts.get(address._id) ?? 0)), meta: page.meta }
}

/** The filter without `q`; null where the hostname is not the service's, so that nothing matches. */
async function filterOf(deps: Deps, input: ListAddressesInput): Promise<Filter<AddressDoc> | null> {
  if (input.hostname === undefined) return { serviceId: input.id }
  const hostname = foldDomainName(input.hostname)
  const domain = hostname === null ? null : await findServiceDomainOver(deps, input.id, hostname)
  if (!hostname || !domain) return null
  if (domain.hostname === hostname) return { domainId: domain._id }
  // A part of a wildcard is none of its hosts.
  return isWildcard(hostname) ? null : { domainId: domain._id, reversedHost: reversedHost(hostname) }
}

function indexOf(within: Filter<AddressDoc>) {
  if ('reversedHost' in within) return wildcardIndex
  return 'domainId' in within ? domainIndex : serviceIndex
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
  place: Place & { q: string; serviceId: string },
): Promise<Page<AddressDoc>> {
  const scanned = await scanNewestFirst<AddressDoc>({
    collection: addressModel.in(deps.db),
    within,
    matching: { $expr: { $gte: [{ $indexOfBytes: ['$localPart', { $literal: asciiLowerCase(place.q) }] }, 0] } },
    projection: { idleUntil: 0 },
    hint: indexOf(within),
    before: place.before,
    limit: place.limit + 1,
    deps,
    serviceId: place.serviceId,
  })
  return searchedPageOf(place.scope, scanned, place.limit)
}
