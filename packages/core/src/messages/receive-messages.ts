import { MongoBulkWriteError, type WriteError } from 'mongodb'
import { touchAddresses } from '../addresses/note-mail.ts'
import { provideAddresses } from '../addresses/provide-addresses.ts'
import { databaseFault, duplicateKeyCode } from '../database/faults.ts'
import type { Deps } from '../deps.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { type IncomingMessage, newMessage } from './new-message.ts'
import { orderSweep } from './order-sweep.ts'
import { isConfirmedTooLate, isTooLateToName } from './place-apart.ts'
import { removeCopy, removeHiddenTwin } from './remove-hidden-twin.ts'

/**
 * What became of one copy: `stored` and `duplicate` are durable; `gone` means that its address was deleted meanwhile;
 * `failed` means that it may or may not be stored, and the sender must try again.
 */
export type ReceiveOutcome = 'stored' | 'duplicate' | 'gone' | 'failed'

/** Like an outcome, but the copy must be stored again under a later id. */
type RoundOutcome = ReceiveOutcome | 'overtaken'

/** Clearing an inbox beside a batch is rare, and the second round succeeds. Where another process's clock is far ahead, none may. */
const rounds = 3

/**
 * Stores a batch of copies, each as one document, and notes the mail at their addresses; both durably (majority, journaled)
 * when it returns. Outcomes stand in the order of the batch. @throws the driver's error: then nothing of the batch may be acknowledged
 */
export async function receiveMessages(deps: Deps, batch: IncomingMessage[]): Promise<ReceiveOutcome[]> {
  let outcomes: RoundOutcome[] = batch.map(() => 'overtaken')
  for (let round = 0; round < rounds && outcomes.includes('overtaken'); round += 1) {
    const again = batch.filter((_, index) => outcomes[index] === 'overtaken')
    const fresh = (await receiveOnce(deps, again)).values()
    outcomes = outcomes.map((outcome) => (outcome === 'overtaken' ? (fresh.next().value ?? 'failed') : outcome))
  }
  return outcomes.map((outcome) => (outcome === 'overtaken' ? 'failed' : outcome))
}

async function receiveOnce(deps: Deps, batch: IncomingMessage[]): Promise<RoundOutcome[]> {
  const made = await provideAddresses(
    deps,
    batch.map(({ recipient }) => recipient).filter(({ addressId }) => addressId === null),
  )
  // One moment for the whole batch: ids, times and the addresses' `lastMessageAt` say the same.
  const receivedAt = deps.clock.now()
  // Checked here, just before the insert: what comes before it, and earlier rounds, may have taken long.
  const isLate = batch.map(({ mail }) => mail.apart !== undefined && isTooLateToName(deps, mail.apart))
  const documents = batch.map((incoming, index) => {
    if (isLate[index]) return null
    const addressId = incoming.recipient.addressId ?? made.get(incoming.recipient.fullAddress)
    return addressId === undefined ? null : newMessage(deps, incoming, { addressId, receivedAt })
  })
  const present = documents.filter((document) => document !== null)
  const [first] = present
  if (!first) return isLate.map((late) => (late ? 'failed' : 'gone'))

  const addressIds = new Set(present.map(({ addressId }) => addressId))
  const [faults, { gone, cleared }] = await Promise.all([
    insertAll(deps, present),
    touchAddresses(deps, { addressIds, firstId: first._id, receivedAt }),
  ])
  if (gone.size > 0) await leaveToTheSweep(deps, gone)
  return await Promise.all(
    documents.map(async (document, index): Promise<RoundOutcome> => {
      if (isLate[index]) return 'failed'
      if (!document || gone.has(document.addressId)) return 'gone'
      const fault = faults.get(document._id)
      if (fault === 'duplicate') return (await removeHiddenTwin(deps, document)) ? 'overtaken' : 'duplicate'
      if (fault) return fault
      const apart = batch[index]?.mail.apart
      const isUnsure = apart !== undefined && isConfirmedTooLate(deps, apart)
      if (!cleared.has(document.addressId) && !isUnsure) return 'stored'
      // Its id is not above what was cleared, or what it names may be gone: acknowledged like this, nobody could ever read it.
      await removeCopy(deps, document)
      return isUnsure ? 'failed' : 'overtaken'
    }),
  )
}

/** Inserts all documents, each alone. @returns what happened to those that were not inserted */
async function insertAll(deps: Deps, documents: MessageDoc[]): Promise<Map<string, 'duplicate' | 'failed'>> {
  try {
    const { insertedCount } = await messageModel.in(deps.db).insertMany(documents, { ordered: false })
    if (insertedCount !== documents.length)
      throw new Error('insertMany wrote fewer documents than it was given, and named no error')
    return new Map()
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const faults = [error.writeErrors].flat()
    // A write-concern error hides the single errors: nothing is known to be durable then.
    const isAccountedFor =
      !error.result.getWriteConcernError() && error.insertedCount + faults.length === documents.length
    if (faults.length === 0 || !isAccountedFor) throw error
    return new Map(faults.map((fault) => [documents[fault.index]?._id ?? '', outcomeOf(fault)]))
  }
}

// The server waited for the majority before it named the duplicate, so the first copy is as durable as a stored one.
function outcomeOf(fault: WriteError): 'duplicate' | 'failed' {
  return fault.code === duplicateKeyCode && fault.errmsg?.includes('dedupeKey') ? 'duplicate' : 'failed'
}

async function leaveToTheSweep(deps: Deps, addressIds: Set<string>): Promise<void> {
  try {
    for (const addressId of addressIds) await orderSweep(deps, { addressId, upTo: null })
  } catch (error) {
    // No reader can see such a message, and its TTL removes it too.
    if (!databaseFault(error)) throw error
  }
}
