/** Whole numbers below a bound, the same in every run. */
export type Draw = (bound: number) => number

/** Draws from a seed. */
export function drawsFrom(seed: number): Draw {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** One of the values. */
export function pick<Value>(draw: Draw, values: readonly [Value, ...Value[]]): Value {
  return values[draw(values.length)] ?? values[0]
}

export const digits = (draw: Draw, count: number): string => Array.from({ length: count }, () => draw(10)).join('')

export const hex = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw(16).toString(16)).join('')

/** A number of two digits. */
export const two = (value: number): string => String(value).padStart(2, '0')

const tokenLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Letters and digits as in the links of newsletters: they do not compress. */
export const token = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => tokenLetters[draw(tokenLetters.length)]).join('')

/** So many bytes that do not compress, such as those of a font. */
export const noise = (draw: Draw, count: number): Buffer => Buffer.from(Array.from({ length: count }, () => draw(256)))
