import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { positionAt } from '../paging/position-at.ts'
import { findPresentServices } from '../services/find-services.ts'
import { dropOldHours } from './old-hours.ts'
import { dayOf } from './read-usage.ts'
import { receiverModel } from './receiver-model.ts'
import {
  type Addition,
  additionOf,
  type CountedMessage,
  type Receiver,
  type UncountedDay,
} from './uncounted-messages.ts'
import { usageDayId, usageDayModel } from './usage-day-model.ts'

/** Messages of a receiver have ids above this much before its first batch: its clock may be set back meanwhile. */
const marginMs = 60_000

/** Registers the current receiver in the database, before its first batch: what it stores is counted even if its process is killed. */
export async function registerReceiver(deps: Deps): Promise<void> {
  const { current } = deps.usage.messages
  if (current.isRegistered) return
  const renewedAt = deps.clock.now()
  current.settledUpTo = positionAt(new Date(renewedAt.getTime() - marginMs))
  const fresh = { renewedAt, countedUpTo: current.settledUpTo }
  await receiverModel.in(deps.db).updateOne({ _id: current.id }, { $set: fresh }, { upsert: true })
  current.isRegistered = true
}

/**
 * Remembers messages of one batch, in the order of their ids, until `flushMessageCounts` counts them and `flushArrivals` notes them at their
 * addresses. Nothing is written here.
 */
export function noteStored(receiver: Receiver, messages: CountedMessage[]): void {
  for (const { addressId, receivedAt } of messages) receiver.arrivals.set(addressId, receivedAt)
  for (const [id, ofDay] of Map.groupBy(messages, dayIdOf)) {
    const [first] = ofDay
    if (!first) continue
    const { serviceId, receivedAt } = first
    const day = receiver.days.get(id) ?? { serviceId, day: dayOf(receivedAt), additions: [], countedUpTo: undefined }
    day.additions.push(additionOf(ofDay))
    receiver.days.set(id, day)
  }
  const newest = messages.at(-1)
  if (newest && newest.id > receiver.settledUpTo) receiver.settledUpTo = newest.id
}

/** The id of the usage that counts a message. */
export const dayIdOf = ({ serviceId, receivedAt }: CountedMessage): string => usageDayId(serviceId, dayOf(receivedAt))

/**
 * Counts what this process has stored since the last call: one update for each service and day, whatever number of batches there was.
 * Each names the newest message that it counts, so one that was written although its answer was lost is never written twice. To be
 * called by one caller at a time.
 * @returns the services whose messages were counted
 */
export async function flushMessageCounts(deps: Deps): Promise<Set<string>> {
  const { messages } = deps.usage
  const counted = new Set<string>()
  for (const receiver of [...messages.retired, messages.current]) {
    for (const serviceId of await flushReceiver(deps, receiver)) counted.add(serviceId)
  }
  messages.retired = messages.retired.filter(hasLeft)
  return counted
}

async function flushReceiver(deps: Deps, receiver: Receiver): Promise<string[]> {
  const { settledUpTo } = receiver
  const due = [...receiver.days].filter(([, { additions }]) => additions.length > 0)
  const unread = due.filter(([, { countedUpTo }]) => countedUpTo === undefined)
  if (unread.length > 0) await readMarks(deps, receiver, unread)
  const updates = due.filter(([, { additions }]) => additions.length > 0)
  if (updates.length > 0 && !(await write(deps, receiver.id, updates))) return []
  receiver.countedUpTo = settledUpTo
  const today = dayOf(deps.clock.now())
  for (const [id, { day, additions }] of receiver.days) {
    if (day < today && additions.length === 0) receiver.days.delete(id)
  }
  return updates.map(([, { serviceId }]) => serviceId)
}

/**
 * Makes the days that are missing, and reads what they have counted of this receiver; what was counted is forgotten here, and what belongs
 * to a service that is deleted.
 */
async function readMarks(deps: Deps, receiver: Receiver, days: [string, UncountedDay][]): Promise<void> {
  const marks = await countedMarks(deps, receiver.id, days)
  for (const [id, uncounted] of days) {
    const mark = marks.get(id)
    if (mark === undefined) {
      uncounted.additions = []
      receiver.days.delete(id)
      continue
    }
    uncounted.countedUpTo = mark
    uncounted.additions = uncounted.additions.filter(({ lastId }) => mark === null || lastId > mark)
  }
}

/**
 * Up to which message these days have counted a receiver's, by the id of the day; null where they have none. A day that is missing is made,
 * and absent in the result where its service is deleted: nobody would delete it any more.
 */
export async function countedMarks(
  deps: Deps,
  receiverId: string,
  days: Iterable<[string, { serviceId: string; day: string }]>,
): Promise<Map<string, string | null>> {
  const given = [...days]
  // As in `flushTally`: what is written now is written before the sweep reaches it.
  const present = await findPresentServices(
    deps,
    given.map(([, { serviceId }]) => serviceId),
  )
  const wanted = given.filter(([, { serviceId }]) => present.has(serviceId))
  if (wanted.length === 0) return new Map()
  const collection = usageDayModel.in(deps.db)
  const upserts = wanted.map(([_id, { serviceId, day }]) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: { serviceId, day } }, upsert: true },
  }))
  const { upsertedIds } = await collection.bulkWrite(upserts, { ordered: false })
  await dropOldHours(
    deps,
    wanted.flatMap(([, day], index) => (index in upsertedIds ? [day] : [])),
  )
  const projection = { [`receivers.${receiverId}`]: 1 }
  const found = await collection
    .find({ _id: { $in: wanted.map(([id]) => id) } }, { projection, maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map(({ _id, receivers }) => [_id, receivers?.[receiverId] ?? null]))
}

/** @returns false where a day had counted something else meanwhile: its mark is read before the next try */
async function write(deps: Deps, receiverId: string, days: [string, UncountedDay][]): Promise<boolean> {
  const sent = days.map(([id, uncounted]) => {
    const { additions, countedUpTo } = uncounted
    const lastId = additions.at(-1)?.lastId ?? ''
    return {
      uncounted,
      length: additions.length,
      lastId,
      update: countingUpdate({ id, receiverId, countedUpTo, additions }),
    }
  })
  // Unknown until the answer is there.
  for (const { uncounted } of sent) uncounted.countedUpTo = undefined
  const { matchedCount } = await usageDayModel.in(deps.db).bulkWrite(
    sent.map(({ update }) => ({ updateOne: update })),
    { ordered: false },
  )
  if (matchedCount !== sent.length) return false
  for (const { uncounted, length, lastId } of sent) {
    uncounted.additions = uncounted.additions.slice(length)
    uncounted.countedUpTo = lastId
  }
  return true
}

interface CountingUpdate {
  id: string
  receiverId: string
  countedUpTo: string | null | undefined
  additions: Addition[]
}

/** The update that adds to a day, only where it has counted this receiver's messages up to `countedUpTo`. */
export function countingUpdate({ id, receiverId, countedUpTo, additions }: CountingUpdate) {
  const mark = `receivers.${receiverId}`
  const $inc: Record<string, number> = {}
  for (const { sums } of additions) {
    for (const [path, sum] of sums) $inc[path] = ($inc[path] ?? 0) + sum
  }
  return {
    filter: { _id: id, [mark]: countedUpTo ?? { $exists: false } },
    update: { $inc, $set: { [mark]: additions.at(-1)?.lastId ?? '' } },
  }
}

/** Whether it has stored messages that are not counted, or not noted at their addresses. */
const hasLeft = ({ days, arrivals }: Receiver) =>
  arrivals.size > 0 || days.values().some(({ additions }) => additions.length > 0)

/** Says that this process lives, and up to which message all is written; to be called after both flushes. */
export async function renewReceiver(deps: Deps): Promise<void> {
  const { current } = deps.usage.messages
  if (!current.isRegistered) return
  const { countedUpTo, notedUpTo } = current
  const [upTo = ''] = [countedUpTo, notedUpTo].sort()
  const $set = { renewedAt: deps.clock.now(), ...(upTo !== '' && { countedUpTo: upTo }) }
  const { matchedCount } = await receiverModel.in(deps.db).updateOne({ _id: current.id }, { $set })
  // One that was silent for long is taken for dead: it registers again with its next mail.
  if (matchedCount === 0) current.isRegistered = false
}

/** Removes the registration: everything is written, and no other process has to look for more. Does nothing where something is left. */
export async function endReceiver(deps: Deps): Promise<void> {
  const { current } = deps.usage.messages
  if (!hasLeft(current) && current.isRegistered) await receiverModel.in(deps.db).deleteOne({ _id: current.id })
}
