import { LRUCache } from 'lru-cache'

/** Processor time that parsing a mail of this size may take, in ms: two to three times what it normally takes. */
export const expectedMs = (bytes: number): number => 1 + bytes / 10_000

const clientsMax = 10_000
const keptMs = 60_000
/** The weight of the newest mail: one that took 150 ms too long makes its client slow, and a few normal ones make it quick again. */
const newestWeight = 0.15
const slowFromMs = 20
const quickToMs = 5

/** How much longer than expected the mails of each client took lately. */
export class ClientCosts {
  readonly #excessMs = new LRUCache<string, number>({ max: clientsMax, ttl: keptMs })

  /** Records one mail; `excessMs`: its processor time beyond the expected one. */
  record(client: string, excessMs: number): void {
    const before = this.#excessMs.get(client) ?? 0
    this.#excessMs.set(client, before + (excessMs - before) * newestWeight)
  }

  /** Whether the next mail of this client will probably take far too long. */
  isSlow(client: string): boolean {
    return (this.#excessMs.get(client) ?? 0) > slowFromMs
  }

  /** Whether this client has sent mails lately, and they took no longer than expected. */
  isQuick(client: string): boolean {
    return (this.#excessMs.get(client) ?? Number.POSITIVE_INFINITY) <= quickToMs
  }
}
