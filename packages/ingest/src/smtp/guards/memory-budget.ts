import { addressBlock, type IpList } from '@inlet/runtime'

export type MemoryBudget = {
  /** Takes `bytes` for this client; false, and nothing taken, where they are not to be had now. */
  reserve(clientIp: string, bytes: number): boolean
  /** Gives back what `reserve` took. More than the client holds is not given back. */
  release(clientIp: string, bytes: number): void
  /** Whether so much is held that a mail in no hurry keeps others out. */
  isScarce(): boolean
  /** What all clients together hold. */
  heldBytes(): number
}

/** Above the half that one client may hold. */
const scarceShare = 0.8

/**
 * Bytes of mails on their way in that the process holds at a time: `totalBytes` for all, of which one client block (IPv4 address,
 * IPv6 /64) has at most `shareOfOne` (0 to 1), so that one slow sender cannot shut the others out. Clients for whom `isExempt` holds
 * may take all that is free.
 */
export function createMemoryBudget(settings: {
  totalBytes: number
  shareOfOne: number
  isExempt: IpList
}): MemoryBudget {
  const held = new Map<string, number>()
  const shareBytes = Math.floor(settings.totalBytes * settings.shareOfOne)
  let heldBytes = 0

  return {
    reserve(clientIp, bytes) {
      const block = addressBlock(clientIp)
      const ofClient = (held.get(block) ?? 0) + bytes
      if (heldBytes + bytes > settings.totalBytes) return false
      if (ofClient > shareBytes && !settings.isExempt(clientIp)) return false

      heldBytes += bytes
      if (ofClient > 0) held.set(block, ofClient)
      return true
    },

    release(clientIp, bytes) {
      const block = addressBlock(clientIp)
      const ofClient = held.get(block) ?? 0
      // Too much given back would lift the limit for good, without a word.
      const given = Math.min(bytes, ofClient)
      heldBytes -= given
      if (given < ofClient) held.set(block, ofClient - given)
      else held.delete(block)
    },

    isScarce: () => heldBytes > settings.totalBytes * scarceShare,
    heldBytes: () => heldBytes,
  }
}
