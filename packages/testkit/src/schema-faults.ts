import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { default as formats } from 'ajv-formats'

interface Rules {
  /** The schemas that `#/components/schemas/…` names. */
  schemas: Record<string, object>
  /** Refuses fields that a schema does not name, which it leaves open to clients. */
  isClosed: boolean
}

/**
 * Holds JSON values against the schemas of an OpenAPI document (JSON Schema 2020-12).
 * @returns what a value breaks, in words; null where it keeps to its schema @throws where a schema is none, or uses a word that nobody knows
 */
export function schemaFaults({ schemas, isClosed }: Rules): (schema: object, value: unknown) => string | null {
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

/** References mean the document, wherever their schema stands. */
const placed = (schema: unknown) => JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${documentId}#/`)

const closing = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
    ? { ...value, additionalProperties: false }
    : value
