import { z } from 'zod'
import { expected } from './schema-messages.ts'

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** A ULID in an input: 26 characters of upper-case Crockford base32. */
export const ulid = z.string(expected('a ULID: 26 upper-case characters of Crockford base32')).regex(ulidPattern)

/** A ULID in an output: we made it, so it is described but not checked again. */
export const ulidOut = z.string().meta({ pattern: ulidPattern.source })

/** Whether a text has the format of a ULID. */
export const isUlid = (text: string): boolean => ulidPattern.test(text)

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A time in an output: ISO 8601, UTC, with milliseconds and `Z`. */
export const timestampOut = z.string().meta({ format: 'date-time', pattern: timestampPattern.source })

/** The number of characters of a text, as JSON Schema counts them: code points. `length` counts an emoji twice. */
export const charsOf = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

// Half of a surrogate pair has no UTF-8: the database would store U+FFFD instead, and answer another text than the one it was given.
const notWellFormed = (input: string) => ({ code: 'custom' as const, message: 'expected whole characters', input })

/** A text of at least `min` and at most `max` characters, counted by `charsOf`. */
export const textOf = ({ min = 0, max }: { min?: number; max: number }) =>
  z
    .string()
    .check(({ value: input, issues }) => {
      const chars = charsOf(input)
      if (!input.isWellFormed()) issues.push(notWellFormed(input))
      if (chars < min) issues.push({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input })
      if (chars > max) issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input })
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max })

/** Control characters, line separators, and what turns the direction of a text: a name with them shows as another one, or breaks a line. */
const unprintable = String.raw`\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069`
const hasUnprintable = new RegExp(`[${unprintable}]`)
const namePattern = `^[^${unprintable}]*[^${unprintable}\\s][^${unprintable}]*$`

/** A name for people: white space around it is left out, something has to be left, and it stands on one line as it is written. */
export const nameOf = (max: number) =>
  z
    .string()
    .trim()
    .check(({ value: input, issues }) => {
      if (hasUnprintable.test(input)) issues.push({ code: 'custom', message: 'expected no control characters', input })
      if (!input.isWellFormed()) issues.push(notWellFormed(input))
      if (input === '') issues.push({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input })
      if (charsOf(input) > max) issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input })
    })
    .meta({ pattern: namePattern, minLength: 1, maxLength: max })

/** A whole number; in a query it is written as a plain decimal, in a JSON body it is a JSON number. */
export const decimalInteger = (min: number, max: number) =>
  z
    .int(expected(`a whole number from ${min} to ${max}`))
    .min(min)
    .max(max)

/** A whole number in an output: we made it, so it is described but not checked again. */
export const countOut = z.number().meta({ type: 'integer' })
