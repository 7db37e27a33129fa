import type { ProcedureMeta } from '../trpc.ts'
import type { Content, Operation, Parameter, Reference, Response, Schema } from './document.ts'
import { type ErrorResponseName, errorResponse } from './error-responses.ts'
import { exampleOf } from './example-of.ts'
import type { GeneratedOperation } from './generated.ts'
import { headersOf, rateLimitHeaders } from './headers.ts'

type Auth = NonNullable<ProcedureMeta['auth']>

interface Access {
  security: Operation['security']
  inWords: (auth: Auth) => string
  /** Where its refusals mean less than their shared words say. */
  refusals: ProcedureMeta['refusals']
}

/** What the kinds of access mean to whoever calls. */
const access: { [Kind in Auth['kind']]: Access } = {
  apiKey: {
    security: [{ apiKey: [] }, { accessToken: [] }],
    inWords: (auth) => {
      const scope = auth.kind === 'apiKey' ? auth.scope : ''
      return `Takes an API key of scope \`${scope}\` or above, or a user’s access token.`
    },
    refusals: {},
  },
  user: {
    security: [{ accessToken: [] }],
    inWords: () => 'Takes a user’s access token, and no API key.',
    refusals: { TooManyRequests: 'Too many failed credentials from this client.' },
  },
}

/** What every operation can answer, by what stands before its procedure. */
const common: ErrorResponseName[] = [
  'BadRequest',
  'Unauthorized',
  'Forbidden',
  'RequestTimeout',
  'TooManyRequests',
  'HeadersTooLarge',
  'InternalServerError',
  'ServiceUnavailable',
]

/** What those can answer beside it that read a body. */
const ofBodies: ErrorResponseName[] = ['ContentTooLarge', 'UnsupportedMediaType']

interface Facts {
  method: string
  meta: ProcedureMeta
  schemas: Record<string, Schema>
}

/** Sets an operation of the library's document right, by what its procedure says of itself. @throws where it does not say enough */
export function describeOperation(generated: GeneratedOperation, { method, meta, schemas }: Facts): Operation {
  const { operationId, summary, description, tags } = generated
  if (!meta.auth) throw new Error(`${operationId} does not say who may call it`)
  const { security, inWords, refusals } = access[meta.auth.kind]
  const { parameters, body } = inputsOf(generated, meta.headers ?? {})
  return {
    operationId,
    summary,
    description: `${description}\n\n${inWords(meta.auth)}`,
    tags,
    security,
    parameters: [...parameters, { $ref: '#/components/parameters/RequestId' }],
    ...(body ? { requestBody: requestBodyOf(body, schemas) } : {}),
    responses: Object.fromEntries([
      [String(meta.status ?? 200), successOf(generated, meta, schemas)],
      ...refusalsOf(method, { ...refusals, ...meta.refusals }),
    ]),
  }
}

/** The inputs by where they stand: what `headers` names is no part of the body. */
function inputsOf({ parameters, requestBody }: GeneratedOperation, headers: Record<string, string>) {
  const schema = requestBody?.content['application/json'].schema
  const { properties = {}, required = [], ...rest } = schema ?? {}
  const inHeaders = Object.entries(headers).flatMap(([name, key]): Parameter[] => {
    const property = properties[key]
    return property ? [toParameter({ name, in: 'header', required: required.includes(key), schema: property })] : []
  })
  const keys = new Set(Object.values(headers))
  const body: Schema | null = schema
    ? {
        ...rest,
        properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !keys.has(key))),
        required: required.filter((key) => !keys.has(key)),
      }
    : null
  return { parameters: [...parameters.map(toParameter), ...inHeaders], body }
}

/** Words and example stand with the parameter, where every viewer looks for them. */
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
    required: true,
    content: { 'application/json': { schema: bare, examples: { request: example } } },
  }
}

function successOf(generated: GeneratedOperation, meta: ProcedureMeta, schemas: Record<string, Schema>): Response {
  const { description, content } = generated.responses[200]
  const limited = meta.auth?.kind === 'apiKey' ? rateLimitHeaders : []
  const head = { description, headers: headersOf(['RequestId', ...limited, ...(meta.responseHeaders ?? [])]) }
  if (meta.status === 204) return head

  const { schema } = content['application/json']
  const example = { summary: 'An answer', value: exampleOf(schema, schemas) }
  return { ...head, content: { ...othersOf(meta), 'application/json': { schema, examples: { answer: example } } } }
}

function othersOf({ otherAnswers = {} }: ProcedureMeta): Content {
  const entries = Object.entries(otherAnswers).map(([type, { description, example }]) => [
    type,
    { schema: { type: 'string', description }, examples: { answer: { summary: 'An answer', value: example } } },
  ])
  return Object.fromEntries(entries)
}

function refusalsOf(method: string, refusals: NonNullable<ProcedureMeta['refusals']>): [string, Reference][] {
  const brought = [...common, ...(method === 'post' || method === 'patch' || method === 'put' ? ofBodies : [])]
  const own = Object.keys(refusals).filter((name): name is ErrorResponseName => name in refusals)
  return [...new Set([...brought, ...own])].map((name) => errorResponse(name, refusals[name]))
}
