import { MongoBulkWriteError, type WriteError } from 'mongodb'
import { insertMissingAddresses } from '../addresses/insert-missing-addresses.ts'
import { findUnreadable } from '../addresses/touch-addresses.ts'
import { noteStored, registerReceiver } from '../billing/count-messages.ts'
import { retireReceiver } from '../billing/uncounted-messages.ts'
import { databaseError, duplicateKeyCode } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { enqueueInboxSweeps } from '../sweep-orders/enqueue-sweep.ts'
import { isConfirmedTooLate, isTooLateToInsert } from './large-parts.ts'
import { deleteCopy, deleteHiddenDuplicate } from './mail-copies.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { type IncomingMessage, newMessage } from './new-message.ts'
import { countedMessage } from './received-messages.ts'

/**
 * The result for one copy: `stored` and `duplicate` are durable; `gone` means that its address was deleted meanwhile; `failed` means that
 * it may or may not be stored, and the sender must try again.
 */
export type ReceiveOutcome = 'stored' | 'duplicate' | 'gone' | 'failed'

/** `outdated`: the inbox was cleared up to a later id meanwhile, so the copy must be stored again under a later one. */
type RoundOutcome = ReceiveOutcome | 'outdated'

/** Clearing an inbox beside a batch is rare, and the second round succeeds; where another process's clock is far ahead, none does. */
const rounds = 3

/**
 * Stores a batch of copies, each as one document, durably (majority, journaled) when it returns; `flushArrivals` and `flushMessageCounts`
 * write the rest. The outcomes are in the order of the batch. A new address that a plan counts is better made before (`insertMissingAddresses`): here the whole
 * batch waits for it. @throws the driver's error: then nothing of the batch may be acknowledged
 */
export async function receiveMessages(deps: Deps, batch: IncomingMessage[]): Promise<ReceiveOutcome[]> {
  await registerReceiver(deps)
  let outcomes: RoundOutcome[] = batch.map(() => 'outdated')
  try {
    for (let round = 0; round < rounds && outcomes.includes('outdated'); round += 1) {
      const again = batch.filter((_, index) => outcomes[index] === 'outdated')
      const results = (await receiveOnce(deps, again)).values()
      outcomes = outcomes.map((outcome) => (outcome === 'outdated' ? (results.next().value ?? 'failed') : outcome))
    }
  } catch (error) {
    // Some of them may be stored, and their retries are duplicates: what is there is counted later.
    retireReceiver(deps.usage.messages)
    throw error
  }
  return outcomes.map((outcome) => (outcome === 'outdated' ? 'failed' : outcome))
}

async function receiveOnce(deps: Deps, batch: IncomingMessage[]): Promise<RoundOutcome[]> {
  const { ids, deferred } = await insertMissingAddresses(
    deps,
    batch.map(({ recipient }) => recipient).filter(({ addressId }) => addressId === null),
  )
  // One time for the whole batch, so that `receivedAt` and the addresses' `lastMessageAt` agree.
  const receivedAt = deps.clock.now()
  const receiver = deps.usage.messages.current
  // Checked just before the insert: the steps before it, and earlier rounds, may have taken long.
  const isLate = batch.map(({ mail }) => mail.largeParts !== undefined && isTooLateToInsert(deps, mail.largeParts))
  const documents = batch.map((incoming, index) => {
    if (isLate[index]) return null
    const addressId = incoming.recipient.addressId ?? ids.get(incoming.recipient.fullAddress)
    return addressId === undefined ? null : newMessage(deps, incoming, { addressId, receivedAt, receiver: receiver.id })
  })
  const present = documents.filter((document) => document !== null)
  const [first] = present
  // The plan has no room for its address: the sender keeps the mail, and gets that answer at its next RCPT.
  const mustWait = batch.map(({ recipient }, index) => isLate[index] === true || deferred.has(recipient.fullAddress))
  if (!first) return mustWait.map((waits) => (waits ? 'failed' : 'gone'))

  const addressIds = new Set(present.map(({ addressId }) => addressId))
  const errors = await insertAll(deps, present)
  const { gone, cleared } = await findUnreadable(deps, { addressIds, firstId: first._id, receivedAt })
  if (gone.size > 0) await enqueueSweeps(deps, gone)
  const outcomes = await Promise.all(
    documents.map(async (document, index): Promise<RoundOutcome> => {
      if (mustWait[index]) return 'failed'
      if (!document || gone.has(document.addressId)) return 'gone'
      const error = errors.get(document._id)
      if (error === 'duplicate') return (await deleteHiddenDuplicate(deps, document)) ? 'outdated' : 'duplicate'
      if (error) return error
      const largeParts = batch[index]?.mail.largeParts
      const isUnsure = largeParts !== undefined && isConfirmedTooLate(deps, largeParts)
      if (!cleared.has(document.addressId) && !isUnsure) return 'stored'
      // Its id is not above `clearedBefore`, or its large parts may be deleted: it must not be acknowledged, since nobody could read it.
      await deleteCopy(deps, document)
      return isUnsure ? 'failed' : 'outdated'
    }),
  )
  const stored = batch.flatMap(({ mail }, index) => {
    const document = documents[index]
    return document && outcomes[index] === 'stored' ? [countedMessage(document, mail.parsed.sizeBytes)] : []
  })
  noteStored(receiver, stored)
  return outcomes
}

/** Inserts all documents, each independently. @returns the errors by id */
async function insertAll(deps: Deps, documents: MessageDoc[]): Promise<Map<string, 'duplicate' | 'failed'>> {
  try {
    const { insertedCount } = await messageModel.in(deps.db).insertMany(documents, { ordered: false })
    if (insertedCount !== documents.length)
      throw new Error('insertMany wrote fewer documents than it was given, and named no error')
    return new Map()
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const errors = [error.writeErrors].flat()
    // A write-concern error hides the errors of single documents: then nothing is known to be durable.
    const isAccountedFor =
      !error.result.getWriteConcernError() && error.insertedCount + errors.length === documents.length
    if (errors.length === 0 || !isAccountedFor) throw error
    return new Map(errors.map((error) => [documents[error.index]?._id ?? '', outcomeOf(error)]))
  }
}

// The server waits for the majority before it reports a duplicate key, so the first copy is as durable as a stored one.
function outcomeOf(error: WriteError): 'duplicate' | 'failed' {
  return error.code === duplicateKeyCode && error.errmsg?.includes('dedupeKey') ? 'duplicate' : 'failed'
}

async function enqueueSweeps(deps: Deps, addressIds: Set<string>): Promise<void> {
  try {
    await enqueueInboxSweeps(
      deps,
      Array.from(addressIds, (addressId) => ({ addressId, upTo: null })),
    )
  } catch (error) {
    // Without the sweep the TTL index removes such messages, which no reader can see.
    if (!databaseError(error)) throw error
  }
}
