import { addressBlock, type IpList } from '@inlet/runtime'

const minuteMs = 60_000
/** So much of a minute's mails may come in one burst. */
const burstMs = 10_000
/** Beyond this many sources no single one is the trouble; at some 100 bytes each it bounds what a spray can take. */
const sourcesMax = 100_000

/** Counts a mail of this client; false where it must come later. */
export type MailRate = (clientIp: string) => boolean

/**
 * Limits the mails of each client block (IPv4 address, IPv6 /64) to `perMinute`, evenly, with bursts of ten seconds' worth, so that a
 * flood cannot take a whole minute's share at once (generic cell rate algorithm). Exempt clients are not counted.
 */
export function createMailRate(settings: {
  perMinute: number
  isExempt: IpList
  /** Milliseconds; only differences count. */
  now: () => number
}): MailRate {
  const { perMinute, isExempt, now } = settings
  const intervalMs = minuteMs / perMinute
  // Until when the mails of a client so far would take at the even rate; who is not here owes nothing.
  const busyUntil = new Map<string, number>()
  let sweptAt = now()

  function sweep(at: number): void {
    sweptAt = at
    for (const [block, until] of busyUntil) if (until <= at) busyUntil.delete(block)
    if (busyUntil.size >= sourcesMax) busyUntil.clear()
  }

  return (clientIp) => {
    if (isExempt(clientIp)) return true
    const at = now()
    if (at - sweptAt >= minuteMs || busyUntil.size >= sourcesMax) sweep(at)
    const block = addressBlock(clientIp)
    const from = Math.max(at, busyUntil.get(block) ?? at)
    if (from - at > burstMs) return false
    busyUntil.set(block, from + intervalMs)
    return true
  }
}
