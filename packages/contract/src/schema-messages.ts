import { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Plain words for the types of a schema. */
const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/**
 * Options of a schema with one message for every invalid value: what is expected, not which type was received. `what` follows the word
 * "expected".
 */
export const expected = (what: string): { error: (issue: Issue) => string } => ({
  error: ({ input }) => withCause(`expected ${what}`, input),
})

/** A query key that is given twice arrives as a list, a missing one as undefined. */
function withCause(wanted: string, input: unknown): string {
  if (input === undefined) return `missing: ${wanted}`
  return Array.isArray(input) ? `${wanted}, and only one` : wanted
}

const english = z.locales.en().localeError

/** Messages of schemas that have none of their own. */
const defaultMessages: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const words = typeNames[issue.expected]
      return words === undefined ? english(issue) : withCause(`expected ${words}`, issue.input)
    }
    case 'invalid_value': {
      const values = issue.values.map(String)
      return withCause(
        values.length === 1 ? `expected ${values[0]}` : `expected one of ${values.join(', ')}`,
        issue.input,
      )
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

// A setting of the whole process, made here so that it is set wherever the schemas are imported.
z.config({ localeError: defaultMessages })
