import { z } from 'zod'

const plainDecimal = /^-?\d{1,15}$/

type Coercion = (text: string) => unknown

/**
 * Compiles how the texts of a query are converted to the types of a schema; the schema itself is not changed.
 * Numbers only from plain decimals, booleans only from `true` and `false`; a repeated scalar stays an array and so fails its schema.
 */
export function compileQueryCoercion(input: z.ZodObject): (query: Record<string, unknown>) => Record<string, unknown> {
  const coercions = new Map<string, Coercion>()
  for (const [key, schema] of Object.entries(input.shape)) {
    const coercion = coercionFor(schema)
    if (coercion) coercions.set(key, coercion)
  }
  return (query) =>
    Object.fromEntries(
      Object.entries(query).map(([key, value]) => {
        const coercion = coercions.get(key)
        return [key, coercion && typeof value === 'string' ? coercion(value) : value]
      }),
    )
}

function coercionFor(schema: z.core.$ZodType): Coercion | null {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodNumber) return (text) => (plainDecimal.test(text) ? Number(text) : text)
  if (inner instanceof z.ZodBoolean || isBooleanLiteral(inner))
    return (text) => (text === 'true' || text === 'false' ? text === 'true' : text)
  if (inner instanceof z.ZodArray) return (text) => [text]
  return null
}

const isBooleanLiteral = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodLiteral && [...schema.values].every((value) => typeof value === 'boolean')

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap())
  return schema
}
