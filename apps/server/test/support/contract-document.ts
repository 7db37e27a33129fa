import { readFileSync } from 'node:fs'
import { schemaErrors } from '@inlet/testkit/schema-errors'
import { z } from 'zod'

const header = z.object({ required: z.boolean(), schema: z.looseObject({ type: z.string() }) })
const json = z.object({
  schema: z.looseObject({}),
  examples: z.record(z.string(), z.object({ value: z.unknown() })),
})
const content = z.looseObject({ 'application/json': json.optional() })
const reference = z.object({ $ref: z.string() })
const response = z.object({ headers: z.record(z.string(), reference), content: content.optional() })
const operation = z.object({
  operationId: z.string(),
  requestBody: z.object({}).optional(),
  responses: z.record(z.string(), z.union([reference, response])),
})
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({})),
    responses: z.record(z.string(), response),
    headers: z.record(z.string(), header),
  }),
})

/** The published contract, as it stands in its file. */
export const published: object = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
)

const { paths, components } = document.parse(published)

/** How an operation may answer one status. */
export interface DescribedResponse {
  /** By name in lower case. */
  headers: Map<string, z.infer<typeof header>>
  content: z.infer<typeof json> | null
  /** Media types that may be answered in place of JSON, or that a file has. */
  otherTypes: string[]
}

/** An operation of the contract. */
export interface DescribedOperation {
  operationId: string
  method: string
  /** With `{name}` for each parameter. */
  path: string
  takesBody: boolean
  /** By status. */
  responses: Map<number, DescribedResponse>
}

const component = <T>(within: Record<string, T>, { $ref }: { $ref: string }): T => {
  const found = within[$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`nothing stands at ${$ref}`)
  return found
}

function toResponse(given: z.infer<typeof response> | z.infer<typeof reference>): DescribedResponse {
  const { headers, content } = '$ref' in given ? component(components.responses, given) : given
  return {
    headers: new Map(
      Object.entries(headers).map(([name, each]) => [name.toLowerCase(), component(components.headers, each)]),
    ),
    content: content?.['application/json'] ?? null,
    otherTypes: Object.keys(content ?? {}).filter((type) => type !== 'application/json'),
  }
}

/** Every operation of the contract. */
export const operations: DescribedOperation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, requestBody, responses }]) => ({
    operationId,
    method: method.toUpperCase(),
    path,
    takesBody: requestBody !== undefined,
    responses: new Map(Object.entries(responses).map(([status, each]) => [Number(status), toResponse(each)])),
  })),
)

/** Holds a value against a schema of the contract, which leaves fields open to clients and not to us. */
export const schemaErrorsOf = schemaErrors({ schemas: components.schemas, isClosed: true })
