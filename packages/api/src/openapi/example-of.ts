import { nameOf, type Schema } from './document.ts'

/**
 * The example of a schema: its own first one, or one made from the examples of its parts.
 * @throws where a part has none, so that every operation has an example
 */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  if (schema.$ref !== undefined) return exampleOf(schemas[nameOf({ $ref: schema.$ref })] ?? {}, schemas)
  if (schema.examples !== undefined && schema.examples.length > 0) return schema.examples[0]
  if (schema.items) return [exampleOf(schema.items, schemas)]
  if (!schema.properties) throw new Error(`no example in ${JSON.stringify(schema)}`)
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, exampleOf(property, schemas)]),
  )
}
