import { addressBlock, type IpList, ipList } from '@inlet/runtime'

const minuteMs = 60_000

/** How many sources are counted in one minute; at some 100 bytes each, this bounds the memory that an attack from many addresses takes. */
const sourcesMax = 100_000

/** Whether a connection is admitted, or why not. */
export type EntryVerdict = 'ok' | 'too many connections' | 'too many in this minute'

export type ClientLimits = {
  /** Counts a connection of this client. Call `leave` once for each `ok`, never for another result. */
  enter(clientIp: string): EntryVerdict
  /** The client's connection is closed. */
  leave(clientIp: string): void
  /** Whether no limit applies to this client. */
  isExempt: IpList
}

/**
 * Limits the connections of each client (IPv4 address, IPv6 /64): `perClient` at a time, `perMinute` in each minute of the clock,
 * refused attempts included, since they cost as much. Clients in `exempt` (addresses or CIDR networks) are neither limited nor counted.
 * @throws RangeError where an entry of `exempt` is neither
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
  // One map per minute, cleared as a whole: nothing has to be swept, and no entry outlives its minute.
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
      // It was not counted in `enter`: this would remove the count of another client in its /64.
      if (isExempt(clientIp)) return
      const block = addressBlock(clientIp)
      const connections = connected.get(block) ?? 0
      if (connections > 1) connected.set(block, connections - 1)
      else connected.delete(block)
    },
  }

  function countAttempt(block: string): number {
    const thisMinute = Math.floor(settings.now() / minuteMs)
    // An attacker with that many sources is not stopped by a limit per source: clearing early costs less than keeping them all.
    if (thisMinute !== minute || attempts.size >= sourcesMax) attempts.clear()
    minute = thisMinute

    const count = (attempts.get(block) ?? 0) + 1
    attempts.set(block, count)
    return count
  }
}
