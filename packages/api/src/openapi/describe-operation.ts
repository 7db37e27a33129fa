import { limits } from '@inlet/contract'
import type { ProcedureMeta } from '../procedure/meta.ts'
import { nameOf, type Operation, type Parameter, type Reference, type Response, type Schema } from './document.ts'
import { type DocumentedError, documentedError, errorReference, ofVisitors } from './error-components.ts'
import type { GeneratedOperation } from './generated.ts'
import { headerReferences, rateLimitHeaders } from './headers.ts'

type Auth = NonNullable<ProcedureMeta['auth']>

interface AuthDescription {
  security: Operation['security']
  sentence: (auth: Auth, meta: ProcedureMeta) => string
  /** Errors whose description is narrower here than the shared one. */
  refusals: ProcedureMeta['refusals']
}

/** How each kind of authentication is described. */
const authDescriptions: { [Kind in Auth['kind']]: AuthDescription } = {
  apiKey: {
    security: [{ apiKey: [] }, { accessToken: [] }],
    sentence: (auth) => {
      const scope = auth.kind === 'apiKey' ? auth.scope : ''
      return `Takes an API key of scope \`${scope}\` or above, or a user’s access token.`
    },
    refusals: {},
  },
  user: {
    security: [{ accessToken: [] }],
    sentence: () => 'Takes a user’s access token, and no API key.',
    refusals: {
      TOO_MANY_REQUESTS:
        'Too many calls of this user, in a minute or at a time, or too many failed credentials from this client.',
    },
  },
  visitor: {
    security: [],
    sentence: (_, { countsOnlyMisses }) =>
      `Takes no API key and no access token. At most ${limits.publicRequestsPerMinute} ${countsOnlyMisses ? 'calls that answer 400 or 404' : 'calls'} a minute for each client address, unless the operator set another limit; preflights do not count.`,
    refusals: {},
  },
}

/** The errors of every operation, which come from the server and from the base procedures. */
const common: DocumentedError[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'TIMEOUT',
  'TOO_MANY_REQUESTS',
  'HEADERS_TOO_LARGE',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
]

/** The further errors of operations with a body. */
const ofBodies: DocumentedError[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

interface Facts {
  method: string
  meta: ProcedureMeta
  schemas: Record<string, Schema>
}

/** Completes an operation of the library's document from its procedure's metadata. @throws where that is incomplete */
export function describeOperation(generated: GeneratedOperation, { method, meta, schemas }: Facts): Operation {
  const { operationId, summary, description, tags } = generated
  if (!meta.auth) throw new Error(`${operationId} does not say who may call it`)
  const { security, sentence, refusals } = authDescriptions[meta.auth.kind]
  const { parameters, body } = inputsOf(generated, meta.headers ?? {})
  return {
    operationId,
    summary,
    description: `${description}\n\n${sentence(meta.auth, meta)}`,
    tags,
    security,
    parameters: [...parameters, { $ref: '#/components/parameters/RequestId' }],
    ...(body ? { requestBody: requestBodyOf(body, schemas) } : {}),
    responses: Object.fromEntries([
      [String(meta.status ?? 200), successOf(generated, meta, schemas)],
      ...refusalsOf(method, meta.auth, { ...refusals, ...meta.refusals }),
    ]),
  }
}

/** Splits the inputs into parameters and body: an input that is a header is no part of the body. */
function inputsOf({ parameters, requestBody }: GeneratedOperation, headers: Record<string, string>) {
  const schema = requestBody?.content['application/json'].schema
  const { properties = {}, required = [], ...rest } = schema ?? {}
  const inHeaders = Object.entries(headers).flatMap(([name, key]): Parameter[] => {
    const property = properties[key]
    return property ? [toParameter({ name, in: 'header', required: required.includes(key), schema: property })] : []
  })
  const keys = new Set(Object.values(headers))
  const nameOfKey = new Map(Object.entries(headers).map(([name, key]) => [key, name]))
  // Without a body the library takes every input for a part of the query.
  const placed = parameters.map((given) => {
    const name = nameOfKey.get(given.name)
    return toParameter(name === undefined ? given : { ...given, name, in: 'header' })
  })
  const body: Schema | null = schema
    ? {
        ...rest,
        properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !keys.has(key))),
        required: required.filter((key) => !keys.has(key)),
      }
    : null
  return { parameters: [...placed, ...inHeaders], body }
}

/** Moves description and example from the schema to the parameter, where every viewer shows them. */
function toParameter({ name, in: place, required, schema }: GeneratedOperation['parameters'][number]): Parameter {
  const { description, examples, ...rest } = schema
  if (description === undefined || examples === undefined) throw new Error(`${name} has no description or no example`)
  return { name, in: place, required, description, example: examples[0], schema: rest }
}

function requestBodyOf(schema: Schema, schemas: Record<string, Schema>): Operation['requestBody'] {
  const { examples: _, ...bare } = schema
  const example = { summary: 'A request', value: exampleOf(schema, schemas) }
  return {
    description:
      'Unknown fields are ignored; a key `__proto__` anywhere, or a `constructor` with a `prototype`, is refused.',
    required: (schema.required ?? []).length > 0,
    content: { 'application/json': { schema: bare, examples: { request: example } } },
  }
}

function successOf(generated: GeneratedOperation, meta: ProcedureMeta, schemas: Record<string, Schema>): Response {
  const { description, content } = generated.responses[200]
  const names = ['X-Request-Id', ...rateLimitHeaders, ...(meta.responseHeaders ?? [])] as const
  const head = { description, headers: headerReferences(names) }
  if (meta.status === 204) return head
  if (meta.isFile) return { ...head, content: otherTypesOf(meta) }

  const { schema } = content['application/json']
  const example = { summary: 'An answer', value: exampleOf(schema, schemas) }
  // JSON first: makers of clients take the first type for the type of the answer.
  return { ...head, content: { 'application/json': { schema, examples: { answer: example } }, ...otherTypesOf(meta) } }
}

function otherTypesOf({ otherTypes = {} }: ProcedureMeta): NonNullable<Response['content']> {
  const entries = Object.entries(otherTypes).map(([type, { description, example }]) => [
    type,
    { schema: { type: 'string', description }, examples: { answer: { summary: 'An answer', value: example } } },
  ])
  return Object.fromEntries(entries)
}

function refusalsOf(
  method: string,
  auth: Auth,
  descriptions: NonNullable<ProcedureMeta['refusals']>,
): [string, Reference][] {
  const inherited = [...common, ...(method === 'post' || method === 'patch' || method === 'put' ? ofBodies : [])]
  const described = new Map(Object.entries(descriptions).map(([name, text]) => [documentedError(name), text]))
  return [...new Set([...inherited, ...described.keys()])].map((error) =>
    errorReference(auth.kind === 'visitor' ? ofVisitors(error) : error, described.get(error)),
  )
}

/**
 * The example of a schema: its own first one, or one made from the examples of its parts.
 * @throws where a part has none, so that every operation has an example
 */
function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  if (schema.$ref !== undefined) return exampleOf(schemas[nameOf({ $ref: schema.$ref })] ?? {}, schemas)
  if (schema.examples !== undefined && schema.examples.length > 0) return schema.examples[0]
  if (schema.items) return [exampleOf(schema.items, schemas)]
  if (!schema.properties) throw new Error(`no example in ${JSON.stringify(schema)}`)
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, exampleOf(property, schemas)]),
  )
}
