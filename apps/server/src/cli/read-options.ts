import type { z } from 'zod'
import { UsageError } from './command.ts'

interface OptionsSource<T extends z.ZodType> {
  schema: T
  /** The options, some of them perhaps read already. */
  given: Readonly<Record<string, unknown>>
  /** The option for each field of the schema. */
  from: Record<string, string>
  /** Options that are decimal numbers. */
  numbers?: readonly string[]
}

/** Checks options with a schema of the contract, so that commands and API accept the same values. @throws UsageError naming the options */
export function readOptions<T extends z.ZodType>({ schema, given, from, numbers = [] }: OptionsSource<T>): z.output<T> {
  const fields = Object.entries(from).map(([field, option]) => {
    const value = given[option]
    if (!numbers.includes(option) || typeof value !== 'string') return [field, value]
    return [field, /^\d{1,15}$/.test(value) ? Number(value) : value]
  })
  const parsed = schema.safeParse(Object.fromEntries(fields.filter(([, value]) => value !== undefined)))
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(
    ({ path, message }) => `--${from[String(path[0])] ?? path.join('.')}: ${message}`,
  )
  throw new UsageError(errors.join('\n'))
}
