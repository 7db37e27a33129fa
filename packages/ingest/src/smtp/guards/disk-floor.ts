import type { Log } from '@inlet/runtime'

/** The disk that mails are stored on. */
export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

/** Keeps mail from filling the disk that it is stored on: below a floor of free space, none is accepted. */
export interface DiskFloor {
  /** Whether less than the floor was free at the last check; false where that is not known. */
  isReached(): boolean
  /** What was free at the last check that could read it; null before. */
  freeBytes(): number | null
  /** Checks again. Never rejects. */
  check(): Promise<void>
}

/** How much must be free (0: no floor, nothing is read), and where the space is read from (null where it is not known). */
export interface DiskFloorSettings {
  floorBytes: number
  readSpace: () => Promise<DiskSpace | null>
  log: Log
}

const mebibyte = 1024 * 1024
const inMb = (bytes: number) => Math.floor(bytes / mebibyte)

/** Makes the floor, which is not reached before the first check. A check that fails keeps the result of the last one. */
export function createDiskFloor({ floorBytes, readSpace, log }: DiskFloorSettings): DiskFloor {
  let state: 'unread' | 'unknown' | 'enough' | 'low' = 'unread'
  let freeBytes: number | null = null

  function setState(next: 'unknown' | 'enough' | 'low', facts: Record<string, unknown>): void {
    const before = state
    state = next
    if (next === before) return
    if (next === 'unknown') log.warn(facts, 'free disk space is not known: there is no floor')
    if (next === 'low') log.error(facts, 'disk space is low: no mail is taken')
    if (next === 'enough' && before === 'low') log.warn(facts, 'disk space is back: mail is taken')
  }

  return {
    isReached: () => state === 'low',
    freeBytes: () => freeBytes,
    async check() {
      if (floorBytes === 0) return
      let error: unknown
      const space = await readSpace().catch((reason: unknown) => {
        error = reason
        return null
      })
      if (!space) {
        if (freeBytes === null) setState('unknown', error === undefined ? {} : { error })
        return
      }
      freeBytes = space.freeBytes
      const facts = { freeMb: inMb(space.freeBytes), floorMb: inMb(floorBytes) }
      setState(space.freeBytes < floorBytes ? 'low' : 'enough', facts)
    },
  }
}
