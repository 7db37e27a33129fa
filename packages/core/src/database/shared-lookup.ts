import { setImmediate } from 'node:timers/promises'

/** Finds a value by its key, null where there is none. */
export type Lookup<V> = (key: string) => Promise<V | null>

interface Waiting<V> {
  resolve: (value: V | null) => void
  reject: (error: unknown) => void
}

/**
 * Answers many look-ups with one query: those that come while a query is running are sent together in the next one, at most `maxKeys`.
 * Every look-up is answered by a query that began after it, so a shared answer is never older than one of its own.
 */
export function sharedLookup<V>(load: (keys: string[]) => Promise<ReadonlyMap<string, V>>, maxKeys = 500): Lookup<V> {
  const waiting = new Map<string, Waiting<V>[]>()
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.size > 0) {
      // Look-ups of the same turn of the event loop are included.
      await setImmediate()
      const batch = [...waiting].slice(0, maxKeys)
      for (const [key] of batch) waiting.delete(key)
      await answer(batch)
    }
    isRunning = false
  }

  async function answer(batch: [string, Waiting<V>[]][]): Promise<void> {
    try {
      const found = await load(batch.map(([key]) => key))
      for (const [key, lookups] of batch) for (const { resolve } of lookups) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const [, lookups] of batch) for (const { reject } of lookups) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const lookups = waiting.get(key)
      if (lookups) lookups.push({ resolve, reject })
      else waiting.set(key, [{ resolve, reject }])
      if (!isRunning) void run()
    })
}
