import { LRUCache } from 'lru-cache'
import type { Clock } from '../deps.ts'

/** How long a key, a domain or a recipient may be believed without asking: the promise to the outside is one second. */
const believedMs = 900

interface BriefCacheOptions<V> {
  clock: Clock
  maxEntries: number
  load: (key: string) => Promise<V | null>
}

/** A cache that needs no invalidation, since nothing lives in it for a second. */
export interface BriefCache<V> {
  /** The value, at most 0.9 s old by the time its loading began; null is never remembered. */
  get(key: string): Promise<V | null>
  /** Drops what this process itself has just made untrue. */
  forget(key: string): void
}

/** Makes a cache over `load`; concurrent misses of one key load once. */
export function briefCache<V extends object>({ clock, maxEntries, load }: BriefCacheOptions<V>): BriefCache<V> {
  const nowMs = () => clock.now().getTime()
  const known = new LRUCache<string, { value: V; until: number }>({ max: maxEntries })
  const loading = new Map<string, Promise<V | null>>()

  async function loadOnce(key: string): Promise<V | null> {
    const until = nowMs() + believedMs
    const value = await load(key)
    if (value) known.set(key, { value, until })
    return value
  }

  return {
    get(key) {
      const entry = known.get(key)
      if (entry && entry.until > nowMs()) return Promise.resolve(entry.value)
      const running = loading.get(key)
      if (running) return running

      const started = loadOnce(key).finally(() => loading.delete(key))
      loading.set(key, started)
      return started
    },
    forget(key) {
      known.delete(key)
    },
  }
}
