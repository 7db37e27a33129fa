import { touchAddresses } from '../addresses/touch-addresses.ts'
import { correctCounts } from '../billing/correct-counts.ts'
import type { CountedMessage } from '../billing/uncounted-messages.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { unpackSummary } from './message-shapes.ts'

/** Few enough to be held at once. */
const sliceLength = 1_000

const countedFields = { addressId: 1, serviceId: 1, isLive: 1, otpCode: 1, summary: 1, receivedAt: 1 } as const

type CountedDoc = Pick<MessageDoc, '_id' | 'addressId' | 'serviceId' | 'isLive' | 'otpCode' | 'receivedAt'>

/** A stored message, as far as it is counted. */
export const countedMessage = (document: CountedDoc, sizeBytes: number): CountedMessage => ({
  id: document._id,
  addressId: document.addressId,
  serviceId: document.serviceId,
  isLive: document.isLive,
  hasCode: document.otpCode !== null,
  sizeBytes,
  receivedAt: document.receivedAt,
})

/**
 * The messages of a receiving process with ids between these two, `upTo` included, in slices, by ascending id. Reads what all processes
 * received in that time: a minute or two, once after a crash.
 */
async function* messagesOfReceiver(
  deps: Deps,
  { receiver, after, upTo }: { receiver: string; after: string; upTo: string },
): AsyncGenerator<CountedMessage[]> {
  const cursor = messageModel.in(deps.db).find(
    { _id: { $gt: after, $lte: upTo }, receiver },
    {
      projection: countedFields,
      sort: { _id: 1 },
      hint: { _id: 1 },
      batchSize: sliceLength,
      maxTimeMS: readBudgetMs * 10,
    },
  )
  let slice: CountedMessage[] = []
  for await (const message of cursor) {
    slice.push(countedMessage(message, unpackSummary(message.summary).sizeBytes))
    if (slice.length < sliceLength) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

/**
 * Counts what a process had stored and not counted when it died, or when it did not learn what was stored, and notes it at its addresses.
 * Looks at one such process. @returns whether there may be more
 */
export const mendReceiver = (deps: Deps): Promise<boolean> =>
  correctCounts(deps, messagesOfReceiver, (messages) =>
    touchAddresses(deps, new Map(messages.map(({ addressId, receivedAt }) => [addressId, receivedAt]))),
  )
