import type { z } from 'zod'
import { type Given, UsageError } from './command.ts'

interface OptionsSource<T extends z.ZodType> {
  schema: T
  given: Given
  /** Each of the schema's fields, and the option that it comes from. */
  from: Record<string, string>
  /** Options that are numbers: plain decimals. */
  numbers?: readonly string[]
}

/** Reads options into the contract's own shape, so that the command line takes what the API takes. @throws UsageError naming the options */
export function readOptions<T extends z.ZodType>({ schema, given, from, numbers = [] }: OptionsSource<T>): z.output<T> {
  const fields = Object.entries(from).map(([field, option]) => {
    const value = given[option]
    if (!numbers.includes(option) || typeof value !== 'string') return [field, value]
    return [field, /^\d{1,15}$/.test(value) ? Number(value) : value]
  })
  const parsed = schema.safeParse(Object.fromEntries(fields.filter(([, value]) => value !== undefined)))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    ({ path, message }) => `--${from[String(path[0])] ?? path.join('.')}: ${message}`,
  )
  throw new UsageError(faults.join('\n'))
}
