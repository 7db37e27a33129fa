import { AppError, limits, type Page, type UnusedAddressesInput } from '@inlet/contract'
import { assertMay, type Caller } from '../access/caller.ts'
import { type AddressDoc, addressModel, ownerIndex } from '../addresses/address-model.ts'
import { deleteFound } from '../addresses/delete-addresses.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { withoutMessages } from '../messages/count-messages.ts'
import { type CursorScope, decodeCursor } from '../paging/cursor.ts'
import { searchedPageOf } from '../paging/list-newest-first.ts'
import { scanNewestFirst } from '../paging/scan-newest-first.ts'
import { assertServiceExists, findService } from '../services/find-services.ts'

/** Longer than a mail takes from its arrival to its reply: before that its message may not be there yet. */
const settledMs = 5 * 60_000

type UnusedAddress = Pick<AddressDoc, '_id' | 'fullAddress' | 'lastMessageAt'>

/**
 * Counts addresses that visitors or first mails made and that hold no message, up to 10,000 at a time. A user needs the role viewer.
 * @throws NOT_FOUND; BAD_REQUEST `invalid_cursor`; TOO_MANY_REQUESTS `rate_limited` when too many searches run at the same time
 */
export async function countUnusedAddresses(
  deps: Deps,
  caller: Caller,
  input: UnusedAddressesInput,
): Promise<{ count: number; meta: Page<never>['meta'] }> {
  assertMay(caller, input.id, 'viewer')
  await assertServiceExists(deps, input.id)
  const { data, meta } = await findUnused(deps, input, limits.unusedAddressesCounted)
  return { count: data.length, meta }
}

/**
 * Deletes such addresses, up to 500 at a time. One that receives a mail meanwhile stays. A user needs the role admin.
 * @throws as `countUnusedAddresses`; FORBIDDEN `insufficient_role`
 */
export async function deleteUnusedAddresses(
  deps: Deps,
  caller: Caller,
  input: UnusedAddressesInput,
): Promise<{ deletedCount: number; meta: Page<never>['meta'] }> {
  assertMay(caller, input.id, 'admin')
  const service = await findService(deps, input.id)
  if (!service) throw new AppError('NOT_FOUND', 'No such service')

  const { data, meta } = await findUnused(deps, input, limits.unusedAddressesPerDeletion)
  const deletedCount = await inTransaction(deps.db, async (tx) => {
    const present = await addressModel
      .in(deps.db)
      .find(
        {
          _id: { $in: data.map(({ _id }) => _id) },
          fullAddress: { $in: data.map(({ fullAddress }) => fullAddress) },
        },
        { projection: { serviceId: 1, fullAddress: 1, lastMessageAt: 1 }, session: tx, maxTimeMS: readBudgetMs },
      )
      .toArray()
    const arrivals = new Map(data.map(({ _id, lastMessageAt }) => [_id, lastMessageAt?.getTime()]))
    const found = present.filter(({ _id, lastMessageAt }) => arrivals.get(_id) === lastMessageAt?.getTime())
    if (found.length === 0) return 0
    await deleteFound(deps, tx, { found })
    const target = { kind: 'service', id: service._id, name: service.name } as const
    const note = `unused addresses: ${found.length}`
    await recordAudit(deps, tx, { caller, serviceId: service._id, action: 'service.addresses_deleted', target, note })
    return found.length
  })
  return { deletedCount, meta }
}

async function findUnused(deps: Deps, input: UnusedAddressesInput, limit: number): Promise<Page<UnusedAddress>> {
  const scope: CursorScope = { list: 'unusedAddresses', filters: { id: input.id } }
  const now = deps.clock.now()
  const isSettled = { lastMessageAt: { $lt: new Date(now.getTime() - settledMs) } }
  const scanned = await scanNewestFirst<AddressDoc>({
    collection: addressModel.in(deps.db),
    within: { serviceId: input.id, owner: { $in: ['session', 'none'] } },
    matching: { $or: [{ lastMessageAt: null }, isSettled] },
    further: withoutMessages(now),
    projection: { fullAddress: 1, lastMessageAt: 1 },
    hint: ownerIndex,
    before: decodeCursor(scope, input.cursor),
    limit: limit + 1,
    deps,
    serviceId: input.id,
  })
  return searchedPageOf(scope, scanned, limit)
}
