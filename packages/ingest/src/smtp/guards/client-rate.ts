import { addressBlock, type IpList } from '@inlet/runtime'

const minuteMs = 60_000
/** This part of a minute's share may come in one burst. */
const burstMs = 10_000
/** At some 100 bytes each, this bounds the memory that an attack from many addresses takes. */
const sourcesMax = 100_000

/** What each client may send in a minute, in copies of mails or their bytes. */
export interface ClientRate {
  /** Whether the client has to wait before it sends more. Counts nothing. */
  isOver(clientIp: string): boolean
  /** Counts `amount` of this client; false, and nothing counted, where the client has to wait. */
  take(clientIp: string, amount: number): boolean
}

/**
 * Limits what each client (IPv4 address, IPv6 /64) sends to `perMinute`, evenly, with bursts of ten seconds' worth, so that a flood
 * cannot take a whole minute's share at once (generic cell rate algorithm). A single amount may exceed a burst, or a minute's share: it
 * is allowed after a quiet time, and the client then waits longer, so that no mail is impossible for good. Exempt clients are not
 * counted.
 */
export function createClientRate(settings: {
  perMinute: number
  isExempt: IpList
  /** Milliseconds; only differences count. */
  now: () => number
}): ClientRate {
  const { perMinute, isExempt, now } = settings
  const intervalMs = minuteMs / perMinute
  // When a client's amounts so far would be through at the even rate; a client that is not in here need not wait.
  const busyUntil = new Map<string, number>()
  let sweptAt = now()

  function sweep(at: number): void {
    sweptAt = at
    for (const [block, until] of busyUntil) if (until <= at) busyUntil.delete(block)
    if (busyUntil.size >= sourcesMax) busyUntil.clear()
  }

  const busyFrom = (block: string, at: number) => Math.max(at, busyUntil.get(block) ?? at)

  return {
    isOver(clientIp) {
      if (isExempt(clientIp)) return false
      const at = now()
      return busyFrom(addressBlock(clientIp), at) - at > burstMs
    },
    take(clientIp, amount) {
      if (isExempt(clientIp)) return true
      const at = now()
      if (at - sweptAt >= minuteMs || busyUntil.size >= sourcesMax) sweep(at)
      const block = addressBlock(clientIp)
      const from = busyFrom(block, at)
      if (from - at > burstMs) return false
      busyUntil.set(block, from + amount * intervalMs)
      return true
    },
  }
}
