import { LRUCache } from 'lru-cache'

/** The entries of a cache that were used last, by a text. */
export type RecentEntries<V extends object> = LRUCache<string, V>

/**
 * Makes a cache of at most `maxEntries`, which drops the entry that was used longest ago. It takes memory as it fills: with the library's
 * option `max` it would reserve room for all entries at once, for 100,000 of them 2.4 MB and 10 ms at every start of a process.
 */
export const recentEntries = <V extends object>(maxEntries: number): RecentEntries<V> =>
  new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 })
