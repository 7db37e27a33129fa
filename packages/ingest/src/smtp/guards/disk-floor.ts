import type { Log } from '@inlet/runtime'

/** The disk that mails are stored on. */
export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

/** Keeps mail from filling the disk that it is stored on: below a floor of free space none is begun. */
export interface DiskFloor {
  /** Whether less than the floor was free at the last look; false where that is not known. */
  isReached(): boolean
  /** What was free at the last look that told; null before. */
  freeBytes(): number | null
  /** Looks again. Never rejects. */
  look(): Promise<void>
}

/** Where the space is read from (null where it is not told), and how much must be free; a floor of 0 bytes never reads. */
export interface DiskFloorSettings {
  floorBytes: number
  readSpace: () => Promise<DiskSpace | null>
  log: Log
}

const mebibyte = 1024 * 1024
const inMb = (bytes: number) => Math.floor(bytes / mebibyte)

/** Makes the floor, which knows nothing before the first look. A look that fails leaves what the last one saw. */
export function createDiskFloor({ floorBytes, readSpace, log }: DiskFloorSettings): DiskFloor {
  let state: 'unread' | 'unknown' | 'enough' | 'low' = 'unread'
  let freeBytes: number | null = null

  function note(next: 'unknown' | 'enough' | 'low', facts: Record<string, unknown>): void {
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
    async look() {
      if (floorBytes === 0) return
      let error: unknown
      const space = await readSpace().catch((fault: unknown) => {
        error = fault
        return null
      })
      if (!space) {
        if (freeBytes === null) note('unknown', error === undefined ? {} : { error })
        return
      }
      freeBytes = space.freeBytes
      const facts = { freeMb: inMb(space.freeBytes), floorMb: inMb(floorBytes) }
      note(space.freeBytes < floorBytes ? 'low' : 'enough', facts)
    },
  }
}
