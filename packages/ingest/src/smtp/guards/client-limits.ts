import { addressBlock, type IpList, ipList } from '@inlet/runtime'

const minuteMs = 60_000

/** How many sources are counted in one minute; at some 100 bytes each this bounds the memory that a spray can take. */
const sourcesMax = 100_000

/** What a client hears of: nothing, or why this connection is one too many. */
export type EntryVerdict = 'ok' | 'too many connections' | 'too many in this minute'

export type ClientLimits = {
  /** Counts a connection of this client. Only where it answers `ok` is a `leave` owed. */
  enter(clientIp: string): EntryVerdict
  /** The client's connection is over. */
  leave(clientIp: string): void
  /** Tells whether no limit holds for this client. */
  isExempt: IpList
}

/**
 * Limits connections for each client block (IPv4 address, IPv6 /64): `perClient` at a time, `perMinute` in each minute of the clock,
 * refused attempts included, since they cost as much. Clients in `exempt` (addresses or CIDR networks; anything else throws a RangeError) are neither limited
 * nor counted.
 */
export function createClientLimits(settings: {
  perClient: number
  perMinute: number
  exempt: readonly string[]
  /** Milliseconds; only differences count. */
  now: () => number
}): ClientLimits {
  const isExempt = ipList(settings.exempt)
  const connected = new Map<string, number>()
  // One map a minute, thrown away whole: nothing has to be swept, and no entry outlives its minute.
  const attempts = new Map<string, number>()
  let minute = 0

  return {
    isExempt,

    enter(clientIp) {
      if (isExempt(clientIp)) return 'ok'
      const block = addressBlock(clientIp)
      if (countAttempt(block) > settings.perMinute) return 'too many in this minute'

      const connections = connected.get(block) ?? 0
      if (connections >= settings.perClient) return 'too many connections'
      connected.set(block, connections + 1)
      return 'ok'
    },

    leave(clientIp) {
      // Never counted, it would take the place of another from its /64.
      if (isExempt(clientIp)) return
      const block = addressBlock(clientIp)
      const connections = connected.get(block) ?? 0
      if (connections > 1) connected.set(block, connections - 1)
      else connected.delete(block)
    },
  }

  function countAttempt(block: string): number {
    const thisMinute = Math.floor(settings.now() / minuteMs)
    // Who has that many sources is not held by a limit for each; forgetting them early costs less than keeping them all.
    if (thisMinute !== minute || attempts.size >= sourcesMax) attempts.clear()
    minute = thisMinute

    const count = (attempts.get(block) ?? 0) + 1
    attempts.set(block, count)
    return count
  }
}
