import type { AddressDoc } from '../addresses/address-model.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { inboxIndex, messageModel } from './message-model.ts'

/** How many messages can be listed now, by address id; from the index alone, one query for a page of addresses. */
export async function countMessages(
  deps: Deps,
  addresses: Pick<AddressDoc, '_id' | 'clearedBefore' | 'lastMessageAt'>[],
): Promise<Map<string, number>> {
  const withMail = addresses.filter(({ lastMessageAt }) => lastMessageAt !== null)
  const whole = withMail.filter(({ clearedBefore }) => clearedBefore === undefined).map(({ _id }) => _id)
  const scopes = withMail.flatMap(({ _id, clearedBefore }) =>
    clearedBefore === undefined ? [] : [{ addressId: _id, _id: { $gt: clearedBefore } }],
  )
  if (withMail.length === 0) return new Map()

  const counts = await messageModel
    .in(deps.db)
    .aggregate<{ _id: string; count: number }>(
      [
        { $match: { expiresAt: { $gt: deps.clock.now() }, $or: [{ addressId: { $in: whole } }, ...scopes] } },
        { $group: { _id: '$addressId', count: { $sum: 1 } } },
      ],
      { hint: inboxIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
  return new Map(counts.map(({ _id, count }) => [_id, count]))
}
