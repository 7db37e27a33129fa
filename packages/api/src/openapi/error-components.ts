import {
  type DetailCode,
  detailCodes,
  detailCodesOf,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  errorMapping,
  example,
  limits,
} from '@inlet/contract'
import type { Content, Reference, Response } from './document.ts'
import { type HeaderName, headerReferences, rateLimitHeaders } from './headers.ts'

/** An error response that operations share. */
interface ErrorComponent {
  /** The component's name in the document. */
  name: string
  code: ErrorCode
  /** The HTTP status, where it is not that of the code. */
  status?: number
  description: string
  headers: readonly HeaderName[]
  /** The message of an example without details; the examples with details come from `detailCodes`. */
  message?: string
  /** The detail codes, where they are not those of the error code without the visitors'. */
  details?: readonly DetailCode[]
}

const table = {
  BAD_REQUEST: {
    name: 'BadRequest',
    code: 'BAD_REQUEST',
    description: 'The input does not match the schema or cannot be parsed.',
    headers: rateLimitHeaders,
  },
  UNAUTHORIZED: {
    name: 'Unauthorized',
    code: 'UNAUTHORIZED',
    description: 'The credential is missing, unknown, malformed, revoked or expired.',
    headers: ['WWW-Authenticate', ...rateLimitHeaders],
  },
  FORBIDDEN: {
    name: 'Forbidden',
    code: 'FORBIDDEN',
    description: 'The credential is valid but does not allow this call.',
    headers: rateLimitHeaders,
  },
  NOT_FOUND: {
    name: 'NotFound',
    code: 'NOT_FOUND',
    description: 'The record does not exist, or the user is not a member of its service.',
    headers: rateLimitHeaders,
    message: 'No such message',
  },
  TIMEOUT: {
    name: 'RequestTimeout',
    code: 'TIMEOUT',
    description: 'The request, headers and body, did not arrive in time.',
    headers: [],
    message: 'The request was not read in time',
  },
  PAYMENT_REQUIRED: {
    name: 'PaymentRequired',
    code: 'PAYMENT_REQUIRED',
    description: 'The service has reached a limit of its plan.',
    headers: rateLimitHeaders,
  },
  CONFLICT: {
    name: 'Conflict',
    code: 'CONFLICT',
    description: 'The request conflicts with an existing record or a call in progress.',
    headers: ['Retry-After of a retry', ...rateLimitHeaders],
  },
  PAYLOAD_TOO_LARGE: {
    name: 'ContentTooLarge',
    code: 'PAYLOAD_TOO_LARGE',
    description: `The body is larger than ${limits.requestBodyMaxBytes / 1024} KiB. The connection is closed.`,
    headers: rateLimitHeaders,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    name: 'UnsupportedMediaType',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    description: 'The body is not `application/json`.',
    headers: rateLimitHeaders,
    message: 'The body must be application/json',
  },
  UNPROCESSABLE_CONTENT: {
    name: 'UnprocessableContent',
    code: 'UNPROCESSABLE_CONTENT',
    description: 'The input is valid, but the current state of the record does not allow the call.',
    headers: rateLimitHeaders,
  },
  TOO_MANY_REQUESTS: {
    name: 'TooManyRequests',
    code: 'TOO_MANY_REQUESTS',
    description: 'Too many calls with this key or of this user, or too many failed credentials from this client.',
    headers: ['Retry-After', ...rateLimitHeaders],
  },
  HEADERS_TOO_LARGE: {
    name: 'HeadersTooLarge',
    code: 'BAD_REQUEST',
    status: 431,
    description: 'Path and headers together are too large.',
    headers: [],
    message: 'The headers are too large',
  },
  INTERNAL_SERVER_ERROR: {
    name: 'InternalServerError',
    code: 'INTERNAL_SERVER_ERROR',
    description: 'An error on our side. The log has it under the request id.',
    headers: rateLimitHeaders,
    message: 'Something went wrong on our side',
  },
  SERVICE_UNAVAILABLE: {
    name: 'ServiceUnavailable',
    code: 'SERVICE_UNAVAILABLE',
    description: 'The database or the token issuer does not answer, or the server is shutting down.',
    headers: ['Retry-After', ...rateLimitHeaders],
    message: 'The database does not answer',
  },
  VISITOR_UNAUTHORIZED: {
    name: 'VisitorUnauthorized',
    code: 'UNAUTHORIZED',
    description: 'A credential for the service, the inbox or the address is missing or wrong.',
    headers: ['WWW-Authenticate', ...rateLimitHeaders],
    details: [
      'invalid_api_key',
      'unlock_required',
      'unlock_password_invalid',
      'inbox_password_required',
      'inbox_password_invalid',
      'session_required',
    ],
  },
  VISITOR_FORBIDDEN: {
    name: 'VisitorForbidden',
    code: 'FORBIDDEN',
    description: 'An API key was sent, the address belongs to another session, or it is not open to visitors.',
    headers: rateLimitHeaders,
    details: ['api_key_not_allowed', 'wrong_session', 'reserved_address'],
  },
  VISITOR_CONFLICT: {
    name: 'VisitorConflict',
    code: 'CONFLICT',
    description: 'The local part is taken.',
    headers: rateLimitHeaders,
    details: ['address_exists'],
  },
  VISITOR_UNPROCESSABLE_CONTENT: {
    name: 'VisitorUnprocessableContent',
    code: 'UNPROCESSABLE_CONTENT',
    description: 'The service has no access lock.',
    headers: rateLimitHeaders,
    details: ['lock_disabled'],
  },
  VISITOR_TOO_MANY_REQUESTS: {
    name: 'VisitorTooManyRequests',
    code: 'TOO_MANY_REQUESTS',
    description: 'Too many calls from this client.',
    headers: ['Retry-After', ...rateLimitHeaders],
    details: ['rate_limited', 'visitor_share_used'],
  },
} satisfies Record<string, ErrorComponent>

/** The errors that an operation can declare. */
export type DocumentedError = keyof typeof table

const components: ErrorComponent[] = Object.values(table)

/** Every error response of an operation, by the name of its component; all have the schema `Error`. */
export const errorComponents: Record<string, Response> = Object.fromEntries(
  components.map((component) => [component.name, toResponse(component)]),
)

/** Narrows the name of an error. @throws where there is no component for it */
export function documentedError(name: string): DocumentedError {
  if (isDocumented(name)) return name
  throw new Error(`${name} is not documented`)
}

/** The component of an error for operations of visitors, where they have one of their own. */
export function ofVisitors(error: DocumentedError): DocumentedError {
  const name = `VISITOR_${error}`
  return isDocumented(name) ? name : error
}

const isDocumented = (name: string): name is DocumentedError => name in table

/** The entry of an operation's `responses` for an error; `description` replaces the shared one. */
export function errorReference(error: DocumentedError, description?: string): [string, Reference] {
  const { name, code, status = errorMapping[code].httpStatus }: ErrorComponent = table[error]
  const reference = { $ref: `#/components/responses/${name}` }
  return [String(status), description === undefined ? reference : { ...reference, description }]
}

function toResponse(component: ErrorComponent): Response {
  const { description, headers } = component
  return {
    description,
    headers: headerReferences(['X-Request-Id', ...headers]),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: examplesOf(component) },
    },
  }
}

type Examples = Content['application/json']['examples']

function examplesOf({ code, status, message, details: own }: ErrorComponent): Examples {
  const plain: Examples = message === undefined ? {} : { [code.toLowerCase()]: toExample(code, message) }
  // A component with a status of its own is a special case of its code, without details.
  const ofCode = detailCodesOf(code).filter((each) => detailCodes[each].isInDocument && !detailCodes[each].isOfVisitors)
  const details = own ?? (status === undefined ? ofCode : [])
  return { ...plain, ...Object.fromEntries(details.map((each) => [each, toDetailExample(each)])) }
}

function toDetailExample(code: DetailCode): Examples[string] {
  const { error, path, message, errorMessage = message } = detailCodes[code]
  return toExample(error, errorMessage, [{ path, code, message }])
}

function toExample(code: ErrorCode, message: string, details?: ErrorDetail[]): Examples[string] {
  const value: ErrorBody = { error: { code, message, requestId: example.requestId, ...(details ? { details } : {}) } }
  return { summary: message, value }
}
