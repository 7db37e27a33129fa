import type { Document } from 'mongodb'
import { z } from 'zod'

/**
 * Counts the versions of all validators together: incremented by a change of any document's schema. A process replaces only validators of
 * lower generations. Processes of the version before write too, so a new field is optional and a field that goes stays optional for one
 * version.
 */
export const validatorGeneration = 3

const generationPrefix = 'generation '

/** What `createCollection` and `collMod` take, so that the collection refuses all but such documents. */
export const validation = (document: z.ZodType) => ({
  validator: {
    $jsonSchema: {
      ...toBsonSchema(z.toJSONSchema(document, { unrepresentable: 'any' })),
      description: `${generationPrefix}${validatorGeneration}`,
    },
  },
  validationLevel: 'strict',
  validationAction: 'error',
})

/** The generation of a collection's validator; 0 where it has none of ours. */
export function generationOf(validator: Document | undefined): number {
  const description: unknown = validator?.$jsonSchema?.description
  return typeof description === 'string' && description.startsWith(generationPrefix)
    ? Number(description.slice(generationPrefix.length))
    : 0
}

const bsonTypes: Record<string, string> = { boolean: 'bool' }

/**
 * MongoDB's dialect is draft 4 without references; its types have names of their own, which `meta` of a schema gives where JSON has no such
 * type. What checks more than types (lengths, patterns) stays with zod at the edge.
 */
function toBsonSchema(schema: z.core.JSONSchema._JSONSchema): Document {
  if (typeof schema === 'boolean') return {}
  const { bsonType, type, const: only, enum: values, items, required, properties, additionalProperties } = schema
  const choices = schema.anyOf ?? schema.oneOf
  const types = (type === undefined ? [] : [type]).flat().map((name) => bsonTypes[name] ?? name)
  return {
    ...(types.length > 0 && { bsonType: types }),
    ...(bsonType !== undefined && { bsonType }),
    ...(only !== undefined && { enum: [only] }),
    ...(values !== undefined && { enum: values }),
    ...(choices && { anyOf: choices.map(toBsonSchema) }),
    ...(items !== undefined && !Array.isArray(items) && { items: toBsonSchema(items) }),
    ...(required && { required }),
    ...(properties && { properties: mapValues(properties) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: additionalProperties !== false && toBsonSchema(additionalProperties),
    }),
  }
}

const mapValues = (properties: Record<string, z.core.JSONSchema._JSONSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, toBsonSchema(schema)]))
