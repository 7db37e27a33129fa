import { LRUCache } from 'lru-cache'

/** What parsing a mail of so many bytes may take on any day, in ms of processor: twice to three times what it does. */
export const usualMs = (bytes: number): number => 1 + bytes / 10_000

const clientsMax = 10_000
const keptMs = 60_000
/** The weight of the newest mail: one that took 150 ms too long makes its client slow, and a few usual ones make it quick again. */
const newestWeight = 0.15
const slowFromMs = 20
const quickToMs = 5

/** How much longer than usual the mails of each client took lately. */
export class ClientCosts {
  readonly #excessMs = new LRUCache<string, number>({ max: clientsMax, ttl: keptMs })

  /** Notes one mail: `excessMs` is what it took beyond what mails of its size usually take. */
  note(client: string, excessMs: number): void {
    const before = this.#excessMs.get(client) ?? 0
    this.#excessMs.set(client, before + (excessMs - before) * newestWeight)
  }

  /** Whether the next mail of this client must be expected to take far too long. */
  isSlow(client: string): boolean {
    return (this.#excessMs.get(client) ?? 0) > slowFromMs
  }

  /** Whether mails of this client have been seen, and took no longer than they should. */
  isQuick(client: string): boolean {
    return (this.#excessMs.get(client) ?? Number.POSITIVE_INFINITY) <= quickToMs
  }
}
