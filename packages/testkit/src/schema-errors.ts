import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { default as formats } from 'ajv-formats'

interface Rules {
  /** The schemas under `#/components/schemas/`. */
  schemas: Record<string, object>
  /** Whether fields that a schema does not list are refused; for clients the schemas stay open. */
  isClosed: boolean
}

/**
 * Validates JSON values by the schemas of an OpenAPI document (JSON Schema 2020-12).
 * @returns the errors as text; null for a valid value @throws for an invalid schema, or one with an unknown keyword
 */
export function schemaErrors({ schemas, isClosed }: Rules): (schema: object, value: unknown) => string | null {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  formats.default(ajv)
  ajv.addVocabulary(['components'])
  const prepared = (schema: unknown) => JSON.parse(JSON.stringify(schema), isClosed ? closing : undefined)
  ajv.addSchema(JSON.parse(placed({ components: prepared({ schemas }) })), documentId)
  const compiled = new WeakMap<object, ValidateFunction>()
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(placed(prepared(schema))))
    compiled.set(schema, validate)
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }
}

const documentId = 'document'

/** Makes references point into the document, also from a schema outside of it. */
const placed = (schema: unknown) => JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${documentId}#/`)

const closing = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
    ? { ...value, additionalProperties: false }
    : value
