import type { Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { inboxIndex, type MessageDoc, messageModel } from './message-model.ts'
import { type CountedAddress, type SettledCount, settledCounts, settledUpTo, stillHolds } from './settled-counts.ts'

/**
 * How many messages can be listed now, by address id; from the index alone, one query for a page of addresses. What was counted a
 * while ago is remembered and only what came since is counted anew, so that a full inbox soon costs what an empty one does.
 */
export async function countMessages(deps: Deps, addresses: CountedAddress[]): Promise<Map<string, number>> {
  const withMail = addresses.filter(({ lastMessageAt }) => lastMessageAt !== null)
  if (withMail.length === 0) return new Map()

  const now = deps.clock.now()
  const remembered = settledCounts(deps.db)
  const known = new Map<string, SettledCount>()
  for (const address of withMail) {
    const settled = remembered.get(address._id)
    if (settled && stillHolds(settled, address, now)) known.set(address._id, settled)
  }
  const unknown = withMail.filter(({ _id }) => !known.has(_id))

  const upTo = settledUpTo(now)
  const rows = await countWithin(deps, [...newerThan(known), ...all(unknown)], { now, upTo })
  for (const { _id: id, clearedBefore, deletions } of unknown) {
    // Cleared so lately that nothing below could be counted.
    if (clearedBefore !== undefined && clearedBefore >= upTo) continue
    const { settled: count = 0, until = null } = rows.get(id) ?? {}
    remembered.set(id, { count, upTo, until, countedAt: now, clearedBefore, deletions })
  }
  return new Map(withMail.map(({ _id }) => [_id, (known.get(_id)?.count ?? 0) + (rows.get(_id)?.count ?? 0)]))
}

/** What came after the counts that hold. */
function newerThan(known: Map<string, SettledCount>): Filter<MessageDoc>[] {
  const byEnd = Map.groupBy(known, ([, { upTo }]) => upTo)
  return [...byEnd].map(([upTo, counts]) => ({ addressId: { $in: counts.map(([id]) => id) }, _id: { $gt: upTo } }))
}

function all(addresses: CountedAddress[]): Filter<MessageDoc>[] {
  const whole = addresses.filter(({ clearedBefore }) => clearedBefore === undefined).map(({ _id }) => _id)
  const cleared = addresses.flatMap(({ _id, clearedBefore }) =>
    clearedBefore === undefined ? [] : [{ addressId: _id, _id: { $gt: clearedBefore } }],
  )
  return whole.length === 0 ? cleared : [{ addressId: { $in: whole } }, ...cleared]
}

interface CountRow {
  _id: string
  count: number
  /** Of them those up to `upTo`, and when the first of these expires. */
  settled: number
  until: Date | null
}

async function countWithin(
  deps: Deps,
  scopes: Filter<MessageDoc>[],
  { now, upTo }: { now: Date; upTo: string },
): Promise<Map<string, CountRow>> {
  const isSettled = { $lte: ['$_id', upTo] }
  const rows = await messageModel
    .in(deps.db)
    .aggregate<CountRow>(
      [
        // In every branch, so that each is answered by the index alone.
        { $match: { $or: scopes.map((scope) => ({ ...scope, expiresAt: { $gt: now } })) } },
        {
          $group: {
            _id: '$addressId',
            count: { $sum: 1 },
            settled: { $sum: { $cond: [isSettled, 1, 0] } },
            until: { $min: { $cond: [isSettled, '$expiresAt', null] } },
          },
        },
      ],
      { hint: inboxIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
  return new Map(rows.map((row) => [row._id, row]))
}
