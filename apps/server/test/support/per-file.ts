import { afterAll, beforeAll } from 'vitest'

/** Starts something once for the tests of a file, before the first of them: for what takes longer to start than most tests. */
export function perFile<T extends object>(start: () => Promise<T & AsyncDisposable>): () => T {
  let started: (T & AsyncDisposable) | null = null
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started?.[Symbol.asyncDispose]())
  return () => {
    if (!started) throw new Error('it is started before the tests of the file, not when the file is loaded')
    return started
  }
}
