import { setImmediate } from 'node:timers/promises'
import type { Db } from 'mongodb'

/** Finds a value by its key, null where there is none. */
type Lookup<V> = (key: string) => Promise<V | null>

interface Asked<V> {
  resolve: (value: V | null) => void
  reject: (error: unknown) => void
}

/**
 * Answers many look-ups with one query: those that come while one is under way go out together in the next, at most `maxKeys` of them.
 * Every answer is that of a query that began after it was asked for, so nothing is older than it would be alone.
 */
export function sharedLookup<V>(load: (keys: string[]) => Promise<ReadonlyMap<string, V>>, maxKeys = 500): Lookup<V> {
  const asked = new Map<string, Asked<V>[]>()
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (asked.size > 0) {
      // What comes with this turn of the loop goes along.
      await setImmediate()
      const batch = [...asked].slice(0, maxKeys)
      for (const [key] of batch) asked.delete(key)
      await answer(batch)
    }
    isRunning = false
  }

  async function answer(batch: [string, Asked<V>[]][]): Promise<void> {
    try {
      const found = await load(batch.map(([key]) => key))
      for (const [key, askers] of batch) for (const { resolve } of askers) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const [, askers] of batch) for (const { reject } of askers) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const askers = asked.get(key)
      if (askers) askers.push({ resolve, reject })
      else asked.set(key, [{ resolve, reject }])
      if (!isRunning) void run()
    })
}

/** The same for any database: each has its own queries. */
export function sharedLookupIn<V>(
  load: (db: Db, keys: string[]) => Promise<ReadonlyMap<string, V>>,
  maxKeys?: number,
): (db: Db, key: string) => Promise<V | null> {
  const lookups = new WeakMap<Db, Lookup<V>>()
  return (db, key) => {
    const lookup = lookups.get(db) ?? sharedLookup((keys) => load(db, keys), maxKeys)
    lookups.set(db, lookup)
    return lookup(key)
  }
}
