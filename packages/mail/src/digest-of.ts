import { createHash } from 'node:crypto'

/** SHA-256 over Message-ID and bytes: what a retry of the same mail repeats. Null without a Message-ID. */
export function digestOf(messageId: string | null, raw: Buffer): Buffer | null {
  if (messageId === null) return null
  return createHash('sha256').update(messageId).update('\0').update(raw).digest()
}
