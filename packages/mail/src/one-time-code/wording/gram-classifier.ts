import { bucketCount, type GramGroups } from './gram-groups.ts'

/** The fitted weights of a classifier. */
export interface GramWeights {
  intercept: number
  /** What one step of a weight counts. */
  scale: number
  /** A signed byte for each bucket, in base64. */
  weights: string
}

/** Logistic regression over groups of characters. */
export class GramClassifier {
  readonly #weights: Int8Array
  readonly #scale: number
  readonly #intercept: number

  constructor({ weights, scale, intercept }: GramWeights) {
    this.#weights = new Int8Array(Buffer.from(weights, 'base64'))
    if (this.#weights.length !== bucketCount)
      throw new Error(`${this.#weights.length} weights in place of ${bucketCount}`)
    this.#scale = scale
    this.#intercept = intercept
  }

  /** The logarithm of the odds, 0 where one is as likely as the other. Each place counts the same, however long it is. */
  logOdds({ buckets, ends }: GramGroups): number {
    const weights = this.#weights
    let sum = 0
    let at = 0
    for (const end of ends) {
      let own = 0
      const count = end - at
      for (; at < end; at++) own += weights[buckets[at] ?? 0] ?? 0
      if (count > 0) sum += own / Math.sqrt(count)
    }
    return this.#intercept + sum * this.#scale
  }
}
