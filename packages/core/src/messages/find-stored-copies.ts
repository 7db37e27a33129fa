import { findClearedBefore } from '../addresses/find-address.ts'
import type { Recipient } from '../addresses/resolve-recipient.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { dedupeKey } from './new-message.ts'
import { isStillPlaced } from './place-apart.ts'

type StoredCopy = Pick<MessageDoc, '_id' | 'addressId' | 'expiresAt' | 'sourceId'>

/**
 * For which recipients a copy of this mail is stored already, with a majority, as `isStored` says: for these its retry is done.
 * Nobody's where the mail has no digest.
 */
export async function findStoredCopies(
  deps: Deps,
  recipients: Recipient[],
  digest: Buffer | null,
): Promise<Set<Recipient>> {
  const copies = recipients.flatMap((recipient) => {
    if (digest === null || recipient.addressId === null) return []
    return [{ recipient, addressId: recipient.addressId, dedupeKey: dedupeKey(recipient.toAddr, digest) }]
  })
  if (copies.length === 0) return new Set()

  const found = await messageModel
    .in(deps.db)
    .find(
      { $or: copies.map(({ addressId, dedupeKey: key }) => ({ addressId, dedupeKey: key })) },
      {
        projection: { addressId: 1, dedupeKey: 1, expiresAt: 1, sourceId: 1 },
        promoteBuffers: true,
        maxTimeMS: readBudgetMs,
      },
    )
    .toArray()
  const stored = await Promise.all(found.map((message) => isStored(deps, message)))
  const keys = new Set(found.filter((_, index) => stored[index]).map((message) => message.dedupeKey?.toString('hex')))
  return new Set(copies.filter((copy) => keys.has(copy.dedupeKey.toString('hex'))).map(({ recipient }) => recipient))
}

/** Whether a message that was found counts as stored: readers can see it, and the large parts that it names are there. */
export async function isStored(deps: Deps, message: StoredCopy): Promise<boolean> {
  if (await isHidden(deps, message)) return false
  return message.sourceId === undefined || (await isStillPlaced(deps, message.sourceId))
}

/** Whether no reader can see a message any more: it is expired, cleared away, or its address is gone. */
async function isHidden(deps: Deps, { _id, addressId, expiresAt }: StoredCopy): Promise<boolean> {
  if (expiresAt <= deps.clock.now()) return true
  const clearedBefore = await findClearedBefore(deps, addressId)
  return clearedBefore === null || _id <= clearedBefore
}
