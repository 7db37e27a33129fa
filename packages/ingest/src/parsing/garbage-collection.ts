/** Collects all garbage of this thread, which stands still meanwhile. Does nothing without Node's flag `--expose-gc`. */
export function collectGarbage(): void {
  globalThis.gc?.()
}

const bytesPerCollection = 32 * 1024 * 1024

/**
 * Makes a function that gets the size of bytes outside V8's heap that have just become garbage: the read chunks of a large mail, the
 * driver's copies of it. V8 lets hundreds of megabytes of those wait for a collection, so every 32 MiB a minor collection frees them.
 * Without Node's flag `--expose-gc`, which `npm start` sets, none is run and the process takes more memory.
 */
export function createGarbageCounter(): (bytes: number) => void {
  let uncollectedBytes = 0
  return (bytes) => {
    uncollectedBytes += bytes
    if (uncollectedBytes < bytesPerCollection) return
    uncollectedBytes = 0
    globalThis.gc?.({ type: 'minor' })
  }
}
