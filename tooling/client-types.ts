import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'

// Writes the client's types of the API from docs/openapi.json: the calls that API keys may make, and the schemas that they use.

const source = new URL('../docs/openapi.json', import.meta.url)
const target = new URL('../packages/sdk/src/generated-api.ts', import.meta.url)
const operations = new Set(['listAddresses', 'createAddress', 'listMessages', 'readMessage'])
const schemaPrefix = '#/components/schemas/'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
interface ApiDocument {
  openapi: string
  info: Json
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { content?: unknown }> }>>
  components: { schemas: Record<string, Json>; [part: string]: Record<string, Json> }
}

const document: ApiDocument = JSON.parse(readFileSync(source, 'utf8'))

/** Names of the schemas that a part of the document uses, and of those that they use. */
function schemasOf(part: unknown, known = new Set<string>()): Set<string> {
  JSON.stringify(part, (key, value) => {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(schemaPrefix)) return value
    const name = value.slice(schemaPrefix.length)
    if (known.has(name)) return value
    known.add(name)
    schemasOf(document.components.schemas[name], known)
    return value
  })
  return known
}

const isSuccess = ([status]: [string, unknown]) => status.startsWith('2')
const paths = Object.fromEntries(
  Object.entries(document.paths).flatMap(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, { operationId }]) => operations.has(operationId))
    // Every refusal has one body, `Error`, and headers are read by their names.
    const described = kept.map(([method, operation]) => {
      const responses = Object.entries(operation.responses).filter(isSuccess)
      return [
        method,
        {
          ...operation,
          responses: Object.fromEntries(
            responses.map(([status, { content }]) => [status, { description: '', content }]),
          ),
        },
      ]
    })
    return kept.length === 0 ? [] : [[path, Object.fromEntries(described)]]
  }),
)
const used = schemasOf(paths).add('Error')
const schemas = Object.fromEntries(Object.entries(document.components.schemas).filter(([name]) => used.has(name)))
const filtered: OpenAPI3 = JSON.parse(
  JSON.stringify({
    openapi: document.openapi,
    info: document.info,
    paths,
    components: { parameters: document.components.parameters, schemas },
  }),
)
const generated = `// Made of docs/openapi.json by \`npm run types -w packages/sdk\`: not to be changed by hand.\n\n${astToString(await openapiTypescript(filtered))}`

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
if (!values.check) writeFileSync(target, generated)
else if (readFileSync(target, 'utf8') !== generated) {
  console.error('packages/sdk/src/generated-api.ts is not what docs/openapi.json says: npm run types -w packages/sdk')
  process.exitCode = 1
}
