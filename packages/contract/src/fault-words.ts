import { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** What a fault is called by people who have to mend what they sent, by the type that was expected. */
const typeWords: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/**
 * The words of a schema for whatever breaks it: what may be written, not which type a value has. `what` reads on from "expected".
 * To be given to a schema as its options.
 */
export const expected = (what: string): { error: (issue: Issue) => string } => ({
  error: ({ input }) => placed(`expected ${what}`, input),
})

/** A query key that is given twice arrives as a list, one that is not given as nothing. */
function placed(wanted: string, input: unknown): string {
  if (input === undefined) return `missing: ${wanted}`
  return Array.isArray(input) ? `${wanted}, and only one` : wanted
}

const english = z.locales.en().localeError

/** The words for schemas that have none of their own. */
const general: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const words = typeWords[issue.expected]
      return words === undefined ? english(issue) : placed(`expected ${words}`, issue.input)
    }
    case 'invalid_value': {
      const values = issue.values.map(String)
      return placed(values.length === 1 ? `expected ${values[0]}` : `expected one of ${values.join(', ')}`, issue.input)
    }
    case 'too_small':
      return `expected at least ${amount(issue.minimum, issue.origin)}`
    case 'too_big':
      return `expected at most ${amount(issue.maximum, issue.origin)}`
    default:
      return english(issue)
  }
}

const units: Record<string, string> = { string: 'character', array: 'item' }

function amount(count: number | bigint, origin: string): string {
  const unit = units[origin]
  return unit === undefined ? String(count) : `${count} ${unit}${Number(count) === 1 ? '' : 's'}`
}

// One setting of the whole process, made where the schemas are, so that no schema is met without it.
z.config({ localeError: general })
