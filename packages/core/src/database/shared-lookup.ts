import { setImmediate } from 'node:timers/promises'
import { FairQueue } from '@inlet/threads'

/** Finds a value by its key, null where there is none. */
export type Lookup<V> = (key: string) => Promise<V | null>

/** The same among strangers: each turn, such as that of a service, has the same share of the keys of a query. */
type LookupInTurn<V> = (key: string, turn: string) => Promise<V | null>

type LoadAll<V> = (keys: string[]) => Promise<ReadonlyMap<string, V>>

interface Waiting<V> {
  resolve: (value: V | null) => void
  reject: (error: unknown) => void
}

/**
 * Answers many look-ups with one query: those that come while a query is running are sent together in the next one, at most `maxKeys`.
 * Every look-up is answered by a query that began after it, so a shared answer is never older than one of its own.
 */
export function sharedLookup<V>(load: LoadAll<V>, maxKeys?: number): Lookup<V> {
  const lookup = lookupInTurns(load, maxKeys)
  return (key) => lookup(key, '')
}

/** A `sharedLookup` in which a turn with few keys does not wait behind one with many: all its keys go into the next query. */
export function lookupInTurns<V>(load: LoadAll<V>, maxKeys = 500): LookupInTurn<V> {
  const waiting = new Map<string, Waiting<V>[]>()
  const turns = new FairQueue<string>()
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (turns.size > 0) {
      // Look-ups of the same round of the event loop are included.
      await setImmediate()
      await answer(nextBatch())
    }
    isRunning = false
  }

  function nextBatch(): [string, Waiting<V>[]][] {
    const batch: [string, Waiting<V>[]][] = []
    while (batch.length < maxKeys) {
      const next = turns.shift()
      if (!next) break
      batch.push([next.item, waiting.get(next.item) ?? []])
      waiting.delete(next.item)
    }
    return batch
  }

  async function answer(batch: [string, Waiting<V>[]][]): Promise<void> {
    try {
      const found = await load(batch.map(([key]) => key))
      for (const [key, lookups] of batch) for (const { resolve } of lookups) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const [, lookups] of batch) for (const { reject } of lookups) reject(error)
    }
  }

  return (key, turn) =>
    new Promise((resolve, reject) => {
      const lookups = waiting.get(key)
      if (lookups) lookups.push({ resolve, reject })
      else {
        waiting.set(key, [{ resolve, reject }])
        turns.push({ item: key, client: turn, cost: 1 })
      }
      if (!isRunning) void run()
    })
}
