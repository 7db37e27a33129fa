import type { ClientSession, Document, Filter } from 'mongodb'
import type { AddressDoc } from '../addresses/address-model.ts'
import type { MessageCount } from '../addresses/list-addresses.ts'
import type { Arrivals } from '../addresses/touch-addresses.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { positionAt } from '../paging/position-at.ts'
import type { RememberedCount } from './message-memory.ts'
import { inboxIndex, type MessageDoc, messageModel } from './message-model.ts'

/** The fields of an address that its count of messages depends on. */
export type CountedAddress = Pick<AddressDoc, '_id' | 'clearedBefore' | 'deletions'>

/** Longer than a write may take after its ids were generated, and than the clocks of two processes may differ. */
const settleMs = 120_000
/** Counts made in the same minute end at the same id, so that one query finds what came after all of them. */
const stepMs = 60_000
/** A process that was stopped for longer than a write may take can still insert below a count: such a message is missing for this long. */
const maxAgeMs = 600_000

/** The id up to which messages can be counted now for good: every message that is still to be stored is above it. */
function countableUpTo(now: Date): string {
  return positionAt(new Date(Math.floor((now.getTime() - settleMs) / stepMs) * stepMs))
}

/** Whether a remembered count is still valid for its address. */
function isStillValid(remembered: RememberedCount, address: CountedAddress, now: Date): boolean {
  const ageMs = now.getTime() - remembered.countedAt.getTime()
  return (
    remembered.clearedBefore === address.clearedBefore &&
    remembered.deletions === address.deletions &&
    ageMs >= 0 &&
    ageMs < maxAgeMs &&
    (remembered.validUntil === null || remembered.validUntil > now)
  )
}

/**
 * How many messages can be listed now, and when the last was received, by address id: one query for a page of addresses, answered by the
 * index alone. Counts are remembered, and later only newer messages are counted, so that a full inbox soon costs no more than an empty one.
 */
export async function countMessages(deps: Deps, addresses: CountedAddress[]): Promise<Map<string, MessageCount>> {
  if (addresses.length === 0) return new Map()

  const now = deps.clock.now()
  const valid = new Map<string, RememberedCount>()
  for (const address of addresses) {
    const remembered = deps.messageCounts.get(address._id)
    if (remembered && isStillValid(remembered, address, now)) valid.set(address._id, remembered)
  }
  const unknown = addresses.filter(({ _id }) => !valid.has(_id))

  const upTo = countableUpTo(now)
  const rows = await countWithin(deps, [...newerThan(valid), ...allOf(unknown)], { now, upTo })
  for (const { _id: id, clearedBefore, deletions } of unknown) {
    // Cleared up to a later id: no message that is left could be remembered.
    if (clearedBefore !== undefined && clearedBefore >= upTo) continue
    const { countable: count = 0, lastCountableAt: lastAt = null, validUntil = null } = rows.get(id) ?? {}
    deps.messageCounts.set(id, { count, lastAt, upTo, validUntil, countedAt: now, clearedBefore, deletions })
  }
  return new Map(
    addresses.map(({ _id }) => {
      const [remembered, row] = [valid.get(_id), rows.get(_id)]
      return [
        _id,
        { count: (remembered?.count ?? 0) + (row?.count ?? 0), lastAt: row?.lastAt ?? remembered?.lastAt ?? null },
      ]
    }),
  )
}

/** Those of these addresses that have a message which can be listed now, and when the last was received; inside a transaction. */
export async function findHolding(deps: Deps, tx: ClientSession, addresses: CountedAddress[]): Promise<Arrivals> {
  if (addresses.length === 0) return new Map()
  const rows = await countWithin(deps, allOf(addresses), { now: deps.clock.now(), upTo: '', tx })
  return new Map([...rows].map(([id, { lastAt }]) => [id, lastAt]))
}

/** Stages that keep, of addresses in an aggregation, those without a message that can be listed now. */
export function withoutMessages(now: Date): Document[] {
  const isLeft = { $expr: { $gt: ['$_id', '$$clearedBefore'] }, expiresAt: { $gt: now } }
  return [
    {
      $lookup: {
        from: messageModel.name,
        localField: '_id',
        foreignField: 'addressId',
        let: { clearedBefore: { $ifNull: ['$clearedBefore', ''] } },
        pipeline: [{ $match: isLeft }, { $limit: 1 }, { $project: { _id: 1 } }],
        as: 'messages',
      },
    },
    { $match: { messages: { $size: 0 } } },
  ]
}

/** The messages that came after the valid counts. */
function newerThan(valid: Map<string, RememberedCount>): Filter<MessageDoc>[] {
  const byEnd = Map.groupBy(valid, ([, { upTo }]) => upTo)
  return [...byEnd].map(([upTo, counts]) => ({ addressId: { $in: counts.map(([id]) => id) }, _id: { $gt: upTo } }))
}

function allOf(addresses: CountedAddress[]): Filter<MessageDoc>[] {
  const whole = addresses.filter(({ clearedBefore }) => clearedBefore === undefined).map(({ _id }) => _id)
  const cleared = addresses.flatMap(({ _id, clearedBefore }) =>
    clearedBefore === undefined ? [] : [{ addressId: _id, _id: { $gt: clearedBefore } }],
  )
  return whole.length === 0 ? cleared : [{ addressId: { $in: whole } }, ...cleared]
}

interface CountRow {
  _id: string
  count: number
  lastAt: Date
  /** How many of them are not above `upTo`, when the last of these was received, and when the first expires. */
  countable: number
  lastCountableAt: Date | null
  validUntil: Date | null
}

async function countWithin(
  deps: Deps,
  scopes: Filter<MessageDoc>[],
  { now, upTo, tx }: { now: Date; upTo: string; tx?: ClientSession },
): Promise<Map<string, CountRow>> {
  const isCountable = { $lte: ['$_id', upTo] }
  const rows = await messageModel
    .in(deps.db)
    .aggregate<CountRow>(
      [
        // `expiresAt` in every branch, so that the index alone answers each.
        { $match: { $or: scopes.map((scope) => ({ ...scope, expiresAt: { $gt: now } })) } },
        {
          $group: {
            _id: '$addressId',
            count: { $sum: 1 },
            lastAt: { $max: '$receivedAt' },
            countable: { $sum: { $cond: [isCountable, 1, 0] } },
            lastCountableAt: { $max: { $cond: [isCountable, '$receivedAt', null] } },
            validUntil: { $min: { $cond: [isCountable, '$expiresAt', null] } },
          },
        },
      ],
      { hint: inboxIndex, maxTimeMS: readBudgetMs, ...(tx && { session: tx }) },
    )
    .toArray()
  return new Map(rows.map((row) => [row._id, row]))
}
