import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type AddressDoc, addressModel } from './address-model.ts'

/** Mail that was stored for these addresses; `firstId` is the smallest id among its messages. */
export interface ArrivedMail {
  addressIds: Set<string>
  firstId: string
  receivedAt: Date
}

/** Addresses whose mail nobody can read: deleted meanwhile, or cleared up to `firstId` or a later id. */
export interface UnreadableAddresses {
  gone: Set<string>
  cleared: Set<string>
}

/** When the last mail came, by the id of the address. */
export type Arrivals = ReadonlyMap<string, Date>

const notYetUsed = { unusedUntil: '', idleUntil: '', isGoing: '' } as const

/**
 * Looks at the addresses of mail that a majority has, and only then: who removes an empty address marks it first and looks for messages
 * afterwards, so one of the two sees the other, however long either takes. A mail that meets a mark takes it away, and so it does with the
 * date of the version before, by which the database removes an address without looking; both durably, before it is acknowledged.
 */
export async function findUnreadable(deps: Deps, mail: ArrivedMail): Promise<UnreadableAddresses> {
  const ids = [...mail.addressIds]
  let present = await findStates(deps, ids)
  const leaving = present.filter(isLeaving)
  if (leaving.length > 0) {
    await touchAddresses(deps, new Map(leaving.map(({ _id }) => [_id, mail.receivedAt])))
    present = await findStates(deps, ids)
  }
  const presentIds = new Set(present.map(({ _id }) => _id))
  const cleared = present.filter(({ clearedBefore }) => clearedBefore !== undefined && clearedBefore >= mail.firstId)
  return { gone: mail.addressIds.difference(presentIds), cleared: new Set(cleared.map(({ _id }) => _id)) }
}

/** Those of these addresses whose mail is not safe before its mark is taken away. */
export async function findLeaving(deps: Deps, ids: string[]): Promise<Set<string>> {
  return new Set((await findStates(deps, ids)).filter(isLeaving).map(({ _id }) => _id))
}

type AddressState = Pick<AddressDoc, '_id' | 'clearedBefore' | 'isGoing' | 'idleUntil'>

const isLeaving = ({ isGoing, idleUntil }: AddressState) => isGoing === true || idleUntil !== undefined

function findStates(deps: Deps, ids: string[]): Promise<AddressState[]> {
  const projection = { clearedBefore: 1, isGoing: 1, idleUntil: 1 } as const
  return addressModel
    .in(deps.db)
    .find({ _id: { $in: ids } }, { projection, readConcern: { level: 'majority' }, maxTimeMS: readBudgetMs })
    .toArray()
}

/** Moves `lastMessageAt` of addresses forward and says that they are in use. Durable when it returns. */
export async function touchAddresses(deps: Deps, arrivals: Arrivals): Promise<void> {
  if (arrivals.size === 0) return
  const byTime = Map.groupBy(arrivals, ([, receivedAt]) => receivedAt.getTime())
  const updates = [...byTime].map(([time, ofTime]) => ({
    updateMany: {
      filter: { _id: { $in: ofTime.map(([id]) => id) } },
      update: { $max: { lastMessageAt: new Date(time) }, $unset: notYetUsed },
    },
  }))
  await addressModel.in(deps.db).bulkWrite(updates, { ordered: false })
}

/**
 * Notes at their addresses the messages that this process has stored since the last call. What the database did not take is noted by the
 * next call, and after a crash by `mendReceiver`. To be called by one caller at a time. @throws the driver's error
 */
export async function flushArrivals(deps: Deps): Promise<void> {
  const { messages } = deps.usage
  for (const receiver of [...messages.retired, messages.current]) {
    const { arrivals: taken, settledUpTo } = receiver
    receiver.arrivals = new Map()
    try {
      await touchAddresses(deps, taken)
    } catch (error) {
      receiver.arrivals = new Map([...taken, ...receiver.arrivals])
      throw error
    }
    receiver.notedUpTo = settledUpTo
  }
}

/** Marks addresses before their messages are looked for. */
export async function markGoing(deps: Deps, ids: string[]): Promise<void> {
  await addressModel.in(deps.db).updateMany({ _id: { $in: ids } }, { $set: { isGoing: true } })
}

/** Takes the marks away. Whoever else has marked one of them meanwhile finds it unmarked, and does not remove it. */
export async function unmarkGoing(deps: Deps, ids: string[]): Promise<void> {
  await addressModel.in(deps.db).updateMany({ _id: { $in: ids }, isGoing: true }, { $unset: { isGoing: '' } })
}

/** Counts the deletion of one message at its address, inside the transaction that deletes it. */
export async function countDeletion(
  deps: Deps,
  tx: ClientSession,
  { addressId: _id, receivedAt }: { addressId: string; receivedAt: Date },
): Promise<void> {
  // As `touchAddresses` too: after a crash nothing else would say that the address had a mail.
  const update = { $inc: { deletions: 1 }, $max: { lastMessageAt: receivedAt }, $unset: notYetUsed }
  await addressModel.in(deps.db).updateOne({ _id }, update, { session: tx })
}

/** Makes the messages of an address up to this one invisible to every reader, inside the transaction that leaves them to the sweep. */
export async function markCleared(
  deps: Deps,
  tx: ClientSession,
  { id, fullAddress, upTo, receivedAt }: { id: string; fullAddress: string; upTo: string; receivedAt: Date },
): Promise<void> {
  const update = { $max: { clearedBefore: upTo, lastMessageAt: receivedAt }, $unset: notYetUsed }
  await addressModel.in(deps.db).updateOne({ _id: id, fullAddress }, update, { session: tx })
}
