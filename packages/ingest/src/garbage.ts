import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The only way to V8's collector without a flag for the whole process at its start.
setFlagsFromString('--expose-gc')
const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc')

/** Collects all garbage of this thread, whose work stands still meanwhile. */
export function collectGarbage(): void {
  collect()
}

const youngBytesMax = 8 * 1024 * 1024
let youngBytes = 0

/**
 * To be told of bytes outside the heap that have just become garbage: the read chunks of a large mail, what the driver made of it. V8
 * lets hundreds of megabytes of those wait for a collection. A minor one, which takes about a millisecond, gives them back, every 8 MiB.
 */
export function noteGarbage(bytes: number): void {
  youngBytes += bytes
  if (youngBytes < youngBytesMax) return
  youngBytes = 0
  collect({ type: 'minor' })
}
