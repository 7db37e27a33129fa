import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The only way to V8's collector without a flag for the whole process at its start.
setFlagsFromString('--expose-gc')
// A minor collection is brief: to wait for helping threads, which may have no processor, would stop the loop for longer than it takes.
setFlagsFromString('--no-parallel-scavenge')
setFlagsFromString('--no-concurrent-array-buffer-sweeping')
const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc')

/** Collects all garbage of this thread, whose work stands still meanwhile. */
export function collectGarbage(): void {
  collect()
}

const youngBytesMax = 32 * 1024 * 1024
let youngBytes = 0

/**
 * To be told of bytes outside the heap that have just become garbage: the read chunks of a large mail, what the driver made of it. V8
 * lets hundreds of megabytes of those wait for a collection. A minor one gives them back, every 32 MiB.
 */
export function noteGarbage(bytes: number): void {
  youngBytes += bytes
  if (youngBytes < youngBytesMax) return
  youngBytes = 0
  collect({ type: 'minor' })
}
