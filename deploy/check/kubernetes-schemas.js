// Writes the schemas by which kubeconform validates: node kubernetes-schemas.js FOLDER SWAGGER [RESOURCE_DEFINITION…]
//
// SWAGGER is Kubernetes' own description of its objects, api/openapi-spec/swagger.json of its release; each RESOURCE_DEFINITION is the YAML
// of a CustomResourceDefinition. A field that neither has is an error, as with `kubectl --validate=strict`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const [folder, swaggerFile, ...resourceFiles] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

/** As kubeconform names a file: the kind, the first part of the group, the version. */
function write({ kind, group, version }, schema) {
  const parts = [kind, ...(group ? [group.split('.')[0]] : []), version]
  writeFileSync(join(folder, `${parts.join('-').toLowerCase()}.json`), JSON.stringify(schema))
}

/** Objects whose fields are listed take no others; numbers are taken where text is only their form. */
function strict(schema) {
  if (schema === null || typeof schema !== 'object') return schema
  if (Array.isArray(schema)) return schema.map(strict)
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string']) return { type: ['string', 'integer'] }
  const { format: _, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, strict(value)]),
  )
  const isClosed = rest.properties && rest.type !== undefined && !schema['x-kubernetes-preserve-unknown-fields']
  return isClosed && rest.additionalProperties === undefined ? { ...rest, additionalProperties: false } : rest
}

const { definitions } = JSON.parse(readFileSync(swaggerFile, 'utf8'))
const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity'
const strictDefinitions = {
  ...Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, strict({ ...schema, properties: schema.properties })]),
  ),
  [quantity]: { type: ['string', 'number'] },
}

/** The definitions that one needs, itself among them. */
function neededBy(name, found = {}) {
  if (found[name]) return found
  found[name] = strictDefinitions[name]
  for (const [, next] of JSON.stringify(found[name]).matchAll(/"#\/definitions\/([^"]+)"/g)) neededBy(next, found)
  return found
}

for (const [name, schema] of Object.entries(definitions))
  for (const named of schema['x-kubernetes-group-version-kind'] ?? [])
    write(named, { $ref: `#/definitions/${name}`, definitions: neededBy(name) })

for (const file of resourceFiles) {
  const { spec } = parse(readFileSync(file, 'utf8'))
  for (const { name: version, schema } of spec.versions) {
    const { properties, ...rest } = strict(schema.openAPIV3Schema)
    // What every object has; the definition leaves it open.
    const metadata = { type: 'object' }
    write({ kind: spec.names.kind, group: spec.group, version }, { ...rest, properties: { ...properties, metadata } })
  }
}
