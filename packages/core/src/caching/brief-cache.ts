import type { Clock } from '../deps.ts'
import { recentEntries } from './recent-entries.ts'

/** The contract promises that changes of keys, domains and recipients apply within one second. */
const maxAgeMs = 900

interface BriefCacheOptions<V> {
  clock: Clock
  maxEntries: number
  load: (key: string) => Promise<V | null>
}

/** A cache whose entries expire after 0.9 s, and that therefore needs no invalidation from other processes. */
export interface BriefCache<V> {
  /** The value, whose loading began at most 0.9 s ago; null is never cached. */
  get(key: string): Promise<V | null>
  /** The same where it is cached, and null where it would have to be loaded. */
  cached(key: string): V | null
  /** The value, whose loading begins now. */
  reload(key: string): Promise<V | null>
  /** Drops an entry that this process has just changed. */
  forget(key: string): void
}

/** Makes a cache over `load`; simultaneous misses of one key load once. */
export function briefCache<V extends object>({ clock, maxEntries, load }: BriefCacheOptions<V>): BriefCache<V> {
  const nowMs = () => clock.now().getTime()
  const entries = recentEntries<{ value: V; until: number }>(maxEntries)
  const loading = new Map<string, Promise<V | null>>()

  function cached(key: string): V | null {
    const entry = entries.get(key)
    return entry && entry.until > nowMs() ? entry.value : null
  }

  async function loadOnce(key: string): Promise<V | null> {
    const until = nowMs() + maxAgeMs
    const value = await load(key)
    if (value) entries.set(key, { value, until })
    return value
  }

  return {
    cached,
    get(key) {
      const value = cached(key)
      if (value) return Promise.resolve(value)
      const running = loading.get(key)
      if (running) return running

      const started = loadOnce(key).finally(() => loading.delete(key))
      loading.set(key, started)
      return started
    },
    // A load that is in progress may have begun before the change that the caller knows of.
    reload: loadOnce,
    forget(key) {
      entries.delete(key)
    },
  }
}
