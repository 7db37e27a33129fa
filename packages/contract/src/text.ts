import { z } from 'zod'

/** The number of characters of a text, as JSON Schema counts them: code points. `length` counts an emoji twice. */
export const charsOf = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A text of at least `min` and at most `max` characters, counted by `charsOf`. */
export const textOf = ({ min = 0, max }: { min?: number; max: number }) =>
  z
    .string()
    .check(({ value: input, issues }) => {
      const chars = charsOf(input)
      if (chars < min) issues.push({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input })
      if (chars > max) issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input })
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max })
