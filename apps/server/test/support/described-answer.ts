import { errorBody } from '@inlet/contract'
import { type DescribedOperation, type DescribedResponse, operations, schemaErrorsOf } from './contract-document.ts'

interface Answered {
  status: number
  headers: Record<string, string>
  body: unknown
  text: string
}

/** What HTTP itself and every answer bring along, and no operation has to declare. */
const transportHeaders = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'strict-transport-security',
  'x-content-type-options',
  // Of the public surface, for pages of other origins.
  'access-control-allow-origin',
  'access-control-expose-headers',
])

const templates = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^/v1${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** The operation that a request asks for; null where it asks for none of the contract's. */
export function operationOf(method: string, target: string): DescribedOperation | null {
  const [path = ''] = target.split('?')
  const found = templates.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
  return found?.operation ?? null
}

/** What an answer has that the contract does not say, or the other way round, in words; empty where it keeps to it. */
export function undescribed({ operationId, responses }: DescribedOperation, answer: Answered): string[] {
  const response = responses.get(answer.status)
  const errors = response
    ? [...headerErrors(response, answer.headers), ...bodyErrors(response, answer)]
    : [`status ${answer.status} is not declared`]
  return errors.map((error) => `${operationId} ${answer.status}: ${error}`)
}

function headerErrors({ headers: declared }: DescribedResponse, headers: Answered['headers']): string[] {
  const unknown = Object.keys(headers).filter((name) => !declared.has(name) && !transportHeaders.has(name))
  const wrong = [...declared].flatMap(([name, { required, schema }]) => {
    const text = headers[name]
    if (text === undefined) return required ? [`the header ${name} is missing`] : []
    const error = schemaErrorsOf(schema, schema.type === 'integer' ? Number(text) : text)
    return error === null ? [] : [`the header ${name}: ${error}`]
  })
  return [...unknown.map((name) => `the header ${name} is not declared`), ...wrong]
}

function bodyErrors({ content, otherTypes }: DescribedResponse, { headers, body, text }: Answered): string[] {
  const type = headers['content-type'] ?? ''
  if (otherTypes.includes(type)) return []
  if (!content) return text === '' ? [] : ['a body is not declared']
  if (!type.startsWith('application/json')) return [`the media type ${type} is not declared`]
  const error = schemaErrorsOf(content.schema, body)
  if (error !== null) return [error]
  // Clients branch on these codes, and learn of them from the examples alone.
  const shown = new Set(Object.values(content.examples).flatMap(({ value }) => detailCodes(value)))
  const unknown = detailCodes(body).filter((code) => !shown.has(code))
  return unknown.map((code) => `the code ${code} of a detail is not shown`)
}

/** The codes of an error's details; none where a body is no error's. */
function detailCodes(body: unknown): string[] {
  const parsed = errorBody.safeParse(body)
  return parsed.data?.error.details?.map(({ code }) => code) ?? []
}
