import { LRUCache } from 'lru-cache'

const keysMax = 10_000
const keptMs = 60_000
/** The weight of the newest job: one that took 150 ms too long makes its key slow, and a few normal ones make it quick again. */
const newestWeight = 0.15
const slowFromMs = 20
const quickToMs = 5

/** How much longer than expected the jobs of each key took lately. */
export class KeyCosts {
  readonly #excessMs = new LRUCache<string, number>({ max: keysMax, ttl: keptMs })

  /** Records one job; `excessMs`: its processor time beyond the expected one. */
  record(key: string, excessMs: number): void {
    const before = this.#excessMs.get(key) ?? 0
    this.#excessMs.set(key, before + (excessMs - before) * newestWeight)
  }

  /** Whether the next job of this key will probably take far too long. */
  isSlow(key: string): boolean {
    return (this.#excessMs.get(key) ?? 0) > slowFromMs
  }

  /** Whether this key has had jobs lately, and they took no longer than expected. */
  isQuick(key: string): boolean {
    return (this.#excessMs.get(key) ?? Number.POSITIVE_INFINITY) <= quickToMs
  }
}
