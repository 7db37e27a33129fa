import { AppError, limits, type Page, type UnusedAddressesInput } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Caller } from '../access/caller.ts'
import { type AddressDoc, addressModel, ownerIndex, unusedIndex } from '../addresses/address-model.ts'
import { deleteFound } from '../addresses/delete-addresses.ts'
import { markGoing, touchAddresses, unmarkGoing } from '../addresses/touch-addresses.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { databaseTime } from '../database/database-time.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { findHolding, withoutMessages } from '../messages/count-messages.ts'
import { type CursorScope, decodeCursor } from '../paging/cursor.ts'
import { searchedPageOf } from '../paging/list-newest-first.ts'
import { scanNewestFirst } from '../paging/scan-newest-first.ts'
import { assertServiceExists, findService } from '../services/find-services.ts'

/** Longer than a mail takes from its arrival to its reply: before that its message may not be there yet. */
const settledMs = 5 * 60_000

/** Small enough for a short transaction. */
const stepSize = 500

type UnusedAddress = Pick<AddressDoc, '_id' | 'fullAddress' | 'serviceId' | 'lastMessageAt'>

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
  const deletedCount = await deleteEmpty(deps, data, async (tx, count) => {
    const target = { kind: 'service', id: service._id, name: service.name } as const
    const note = `unused addresses: ${count}`
    await recordAudit(deps, tx, { caller, serviceId: service._id, action: 'service.addresses_deleted', target, note })
  })
  return { deletedCount, meta }
}

/**
 * Removes addresses that have never had a mail in their time, the oldest first, one step. @returns whether there may be more
 */
export async function removeUnusedAddresses(deps: Deps): Promise<boolean> {
  const due = { unusedUntil: { $lt: await databaseTime(deps) } }
  const found = await addressModel
    .in(deps.db)
    .find<UnusedAddress>(due, {
      projection: { fullAddress: 1, serviceId: 1, lastMessageAt: 1 },
      hint: unusedIndex,
      maxTimeMS: readBudgetMs,
    })
    .limit(stepSize)
    .toArray()
  // A process of the version before has received mail for them.
  await touchAddresses(
    deps,
    new Map(found.flatMap(({ _id, lastMessageAt }) => (lastMessageAt ? [[_id, lastMessageAt]] : []))),
  )
  const empty = found.filter(({ lastMessageAt }) => lastMessageAt === null)
  for (const ofService of Map.groupBy(empty, ({ serviceId }) => serviceId).values())
    await deleteEmpty(deps, ofService, async () => {})
  return found.length === stepSize
}

/**
 * Deletes those of these addresses that no mail has come to since they were found. They are marked first, and only then is it looked for
 * messages (`findUnreadable` says why). `finish` gets how many are deleted, inside the transaction, where it is any. @returns how many
 */
async function deleteEmpty(
  deps: Deps,
  candidates: UnusedAddress[],
  finish: (tx: ClientSession, count: number) => Promise<void>,
): Promise<number> {
  if (candidates.length === 0) return 0
  const ids = candidates.map(({ _id }) => _id)
  await markGoing(deps, ids)
  try {
    const { count, holding } = await inTransaction(deps.db, async (tx) => {
      const marked = await findMarked(deps, tx, candidates)
      const holding = await findHolding(deps, tx, marked)
      const found = marked.filter(({ _id }) => !holding.has(_id))
      await deleteFound(deps, tx, { found })
      if (found.length > 0) await finish(tx, found.length)
      return { count: found.length, holding }
    })
    await touchAddresses(deps, holding)
    return count
  } finally {
    // Each that stays would cost its next mail a second write.
    await unmarkGoing(deps, ids)
  }
}

/** Those that are still marked: a mail takes the mark away. One that a process of the version before received changed the time alone. */
async function findMarked(deps: Deps, tx: ClientSession, candidates: UnusedAddress[]) {
  const arrivals = new Map(candidates.map(({ _id, lastMessageAt }) => [_id, lastMessageAt?.getTime()]))
  const projection = { serviceId: 1, fullAddress: 1, lastMessageAt: 1, clearedBefore: 1 } as const
  const fullAddress = { $in: candidates.map((candidate) => candidate.fullAddress) }
  const marked = await addressModel
    .in(deps.db)
    .find(
      { _id: { $in: [...arrivals.keys()] }, fullAddress, isGoing: true },
      { projection, session: tx, maxTimeMS: readBudgetMs },
    )
    .toArray()
  return marked.filter(({ _id, lastMessageAt }) => arrivals.get(_id) === lastMessageAt?.getTime())
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
    projection: { fullAddress: 1, serviceId: 1, lastMessageAt: 1 },
    hint: ownerIndex,
    before: decodeCursor(scope, input.cursor),
    limit: limit + 1,
    deps,
    serviceId: input.id,
  })
  return searchedPageOf(scope, scanned, limit)
}
