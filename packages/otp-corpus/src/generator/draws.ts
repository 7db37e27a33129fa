import { hash } from 'node:crypto'

/** Pseudo-random choices that are the same on every machine: each depends on the seed and on the name of the choice. */
export class Draws {
  readonly #seed: string

  constructor(seed: string) {
    this.#seed = seed
  }

  /** A whole number from 0 up to, not including, `count`. */
  below(aspect: string, count: number): number {
    return this.#digest(aspect).readUIntBE(0, 6) % count
  }

  chance(aspect: string, percent: number): boolean {
    return this.below(aspect, 100) < percent
  }

  pick<Value>(aspect: string, values: readonly [Value, ...Value[]]): Value {
    return values[this.below(aspect, values.length)] ?? values[0]
  }

  /** Picks a value with a probability by its weight. */
  weighted<Value>(aspect: string, choices: readonly [Weighted<Value>, ...Weighted<Value>[]]): Value {
    let left = this.below(
      aspect,
      choices.reduce((sum, { weight }) => sum + weight, 0),
    )
    for (const { weight, value } of choices) {
      if (left < weight) return value
      left -= weight
    }
    return choices[0].value
  }

  digits(aspect: string, count: number): string {
    return [...this.#digest(aspect).subarray(0, count)].map((byte) => byte % 10).join('')
  }

  hex(aspect: string, count: number): string {
    return this.#digest(aspect).toString('hex').slice(0, count)
  }

  #digest(aspect: string): Buffer {
    return hash('sha256', `${this.#seed}\n${aspect}`, 'buffer')
  }
}

interface Weighted<Value> {
  weight: number
  value: Value
}
