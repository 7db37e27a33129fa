import { addressBlock, type IpList } from '@inlet/runtime'

const minuteMs = 60_000
/** So much of a minute's share may come in one burst. */
const burstMs = 10_000
/** Beyond this many sources no single one is the trouble; at some 100 bytes each it bounds what a spray can take. */
const sourcesMax = 100_000

/** What each client may bring in a minute: copies of mails, say, or their bytes. */
export interface ClientRate {
  /** Whether the client has to wait before it brings anything more. Counts nothing. */
  isOver(clientIp: string): boolean
  /** Counts `amount` of this client; false, and nothing counted, where it must come later. */
  take(clientIp: string, amount: number): boolean
}

/**
 * Limits what each client block (IPv4 address, IPv6 /64) brings to `perMinute`, evenly, with bursts of ten seconds' worth, so that a
 * flood cannot take a whole minute's share at once (generic cell rate algorithm). A single amount may be larger than a burst, or than
 * a minute's share: who was quiet may bring it, and waits the longer afterwards; no mail is impossible for good. Exempt clients are
 * not counted.
 */
export function createClientRate(settings: {
  perMinute: number
  isExempt: IpList
  /** Milliseconds; only differences count. */
  now: () => number
}): ClientRate {
  const { perMinute, isExempt, now } = settings
  const intervalMs = minuteMs / perMinute
  // Until when what a client brought so far would take at the even rate; who is not here owes nothing.
  const busyUntil = new Map<string, number>()
  let sweptAt = now()

  function sweep(at: number): void {
    sweptAt = at
    for (const [block, until] of busyUntil) if (until <= at) busyUntil.delete(block)
    if (busyUntil.size >= sourcesMax) busyUntil.clear()
  }

  const owedFrom = (block: string, at: number) => Math.max(at, busyUntil.get(block) ?? at)

  return {
    isOver(clientIp) {
      if (isExempt(clientIp)) return false
      const at = now()
      return owedFrom(addressBlock(clientIp), at) - at > burstMs
    },
    take(clientIp, amount) {
      if (isExempt(clientIp)) return true
      const at = now()
      if (at - sweptAt >= minuteMs || busyUntil.size >= sourcesMax) sweep(at)
      const block = addressBlock(clientIp)
      const from = owedFrom(block, at)
      if (from - at > burstMs) return false
      busyUntil.set(block, from + amount * intervalMs)
      return true
    },
  }
}
