import type { Deps } from '../deps.ts'
import { positionAt } from '../paging/position-at.ts'
import { countedMarks, countingUpdate, dayIdOf } from './count-messages.ts'
import { dayOf } from './read-usage.ts'
import { type ReceiverDoc, receiverModel } from './receiver-model.ts'
import { additionOf, type CountedMessage } from './uncounted-messages.ts'
import { usageDayModel } from './usage-day-model.ts'

/** A process renews its registration every five seconds; a write of it that is in progress ends sooner than this. */
const silentMs = 30_000
/** How long after its last renewal a process may have stored messages. */
const lastWordMs = 60_000

/** The messages of a receiving process with ids between these two, `upTo` included, in slices, by ascending id. */
type MessagesOf = (
  deps: Deps,
  range: { receiver: string; after: string; upTo: string },
) => AsyncIterable<CountedMessage[]>

/**
 * Counts what a process had stored and not counted when it died, or when it did not learn what was stored: the messages themselves say so.
 * `note` gets all that are not known to be noted at their addresses. Looks at one such process. @returns whether there may be more
 */
export async function correctCounts(
  deps: Deps,
  messagesOf: MessagesOf,
  note: (messages: CountedMessage[]) => Promise<void>,
): Promise<boolean> {
  const silentSince = new Date(deps.clock.now().getTime() - silentMs)
  const silent = await receiverModel
    .in(deps.db)
    .findOne({ $or: [{ renewedAt: { $lt: silentSince } }, { aliveAt: { $lt: silentSince } }] })
  if (!silent) return false

  const { _id: receiver, renewedAt, aliveAt, countedUpTo } = silent
  const lastSign = renewedAt ?? aliveAt ?? silentSince
  const upTo = positionAt(new Date(lastSign.getTime() + lastWordMs))
  for await (const messages of messagesOf(deps, { receiver, after: countedUpTo, upTo })) {
    await note(messages)
    await countUncounted(deps, silent, messages)
  }
  // One that still runs has written a later time, and is looked at again when it stops renewing.
  await receiverModel.in(deps.db).deleteOne({ _id: receiver, ...(renewedAt ? { renewedAt } : { aliveAt }) })
  return true
}

/** Counts those of these messages, in the order of their ids, that are above what their day has counted of the receiver. */
async function countUncounted(deps: Deps, { _id }: ReceiverDoc, messages: CountedMessage[]): Promise<void> {
  const byDay = Map.groupBy(messages, dayIdOf)
  const days = [...byDay].flatMap(([id, [first]]): [string, { serviceId: string; day: string }][] =>
    first ? [[id, { serviceId: first.serviceId, day: dayOf(first.receivedAt) }]] : [],
  )
  const marks = await countedMarks(deps, _id, days)
  for (const [id, ofDay] of byDay) {
    const mark = marks.get(id)
    if (mark === undefined) continue
    const left = ofDay.filter((message) => mark === null || message.id > mark)
    if (left.length === 0) continue
    const { filter, update } = countingUpdate({ id, receiverId: _id, countedUpTo: mark, additions: [additionOf(left)] })
    await usageDayModel.in(deps.db).updateOne(filter, update)
  }
}
