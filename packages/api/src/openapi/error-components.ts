import { type ErrorBody, type ErrorCode, errorMapping, example, limits, messagePartNames } from '@inlet/contract'
import type { Reference, Response } from './document.ts'
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
  /**
   * Every detail code with the path and message of an example; an error without details is under `''`.
   * `whole` is the error's message where it is not that of its detail.
   */
  examples: Record<string, { path?: string; message: string; whole?: string }>
}

/** What a schema reports of one field of an input. */
const ofField = (path: string, message: string) => ({ path, message, whole: `${path}: ${message}` })

const table = {
  BAD_REQUEST: {
    name: 'BadRequest',
    code: 'BAD_REQUEST',
    description: 'The input breaks the schema or cannot be understood.',
    headers: rateLimitHeaders,
    examples: {
      too_small: ofField('limit', 'expected a whole number from 1 to 100'),
      too_big: ofField('limit', 'expected a whole number from 1 to 100'),
      invalid_type: ofField('domainId', 'missing: expected a ULID: 26 upper-case characters of Crockford base32'),
      invalid_format: ofField('id', 'expected a ULID: 26 upper-case characters of Crockford base32'),
      invalid_value: ofField('hasOtp', 'expected true or nothing'),
      invalid_address: ofField('address', 'expected a complete address such as code@example.com: there is no @ in it'),
      unknown_parameter: ofField('hasotp', 'unknown parameter: did you mean hasOtp?'),
      repeated_value: ofField(
        'include',
        `expected one or more of ${messagePartNames.join(', ')}, with commas in between and each once`,
      ),
      conflicting_parameters: ofField('cursor', 'cursor and waitSeconds exclude each other: wait with `after`'),
      invalid_cursor: { path: 'cursor', message: 'Not a cursor of this list with these filters' },
      empty_filter: { path: 'from', message: 'Nothing to look for in from' },
      empty_query: { path: 'q', message: 'Nothing to search for in q' },
      invalid_json: { message: 'The body is not valid JSON' },
      forbidden_key: { message: 'The body has a key __proto__, or a constructor with a prototype' },
      malformed_request: { message: 'A request needs the header Host' },
    },
  },
  UNAUTHORIZED: {
    name: 'Unauthorized',
    code: 'UNAUTHORIZED',
    description: 'No credential was sent, or one that is unknown, malformed, revoked or expired.',
    headers: ['WWW-Authenticate', ...rateLimitHeaders],
    examples: {
      missing_credentials: {
        message: 'Send an API key in X-API-Key, or an access token as Bearer in Authorization',
      },
      invalid_api_key: { path: 'X-API-Key', message: 'This API key is not valid' },
      invalid_token: { path: 'Authorization', message: 'This token is not valid' },
      token_expired: { path: 'Authorization', message: 'This token has expired' },
    },
  },
  FORBIDDEN: {
    name: 'Forbidden',
    code: 'FORBIDDEN',
    description: 'The credential is good, but not for this.',
    headers: rateLimitHeaders,
    examples: {
      insufficient_scope: { message: 'This needs an API key of scope write' },
      api_key_not_allowed: { message: 'This endpoint takes no API key, but the access token of a user' },
      wrong_service: { message: 'This key belongs to another service' },
      insufficient_role: { message: 'This needs the role admin in the service' },
    },
  },
  NOT_FOUND: {
    name: 'NotFound',
    code: 'NOT_FOUND',
    description: 'There is no such record; to a user, also where it belongs to a service that they are no member of.',
    headers: rateLimitHeaders,
    examples: {
      '': { message: 'No such message' },
      domain_not_found: { path: 'domainId', message: 'No such domain' },
    },
  },
  TIMEOUT: {
    name: 'RequestTimeout',
    code: 'TIMEOUT',
    description: 'The request, headers and body, did not arrive in time.',
    headers: [],
    examples: { '': { message: 'The request was not read in time' } },
  },
  CONFLICT: {
    name: 'Conflict',
    code: 'CONFLICT',
    description: 'The request conflicts with what is there, or with a call in progress.',
    headers: ['Retry-After of a retry', ...rateLimitHeaders],
    examples: {
      address_exists: { path: 'localPart', message: 'This address exists already' },
      idempotency_in_progress: {
        path: 'Idempotency-Key',
        message: 'A request with this Idempotency-Key is still being worked on',
      },
    },
  },
  PAYLOAD_TOO_LARGE: {
    name: 'ContentTooLarge',
    code: 'PAYLOAD_TOO_LARGE',
    description: `The body is larger than ${limits.requestBodyMaxBytes / 1024} KiB. The connection is closed.`,
    headers: rateLimitHeaders,
    examples: { body_too_large: { message: `The body exceeds ${limits.requestBodyMaxBytes} bytes` } },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    name: 'UnsupportedMediaType',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    description: 'The body is not `application/json`.',
    headers: rateLimitHeaders,
    examples: { '': { message: 'The body must be application/json' } },
  },
  UNPROCESSABLE_CONTENT: {
    name: 'UnprocessableContent',
    code: 'UNPROCESSABLE_CONTENT',
    description: 'The input is well formed, but the state of what it names forbids it.',
    headers: rateLimitHeaders,
    examples: {
      domain_not_verified: { path: 'domainId', message: 'This domain is not verified yet' },
      idempotency_mismatch: {
        path: 'Idempotency-Key',
        message: 'This Idempotency-Key was used with another body',
      },
    },
  },
  TOO_MANY_REQUESTS: {
    name: 'TooManyRequests',
    code: 'TOO_MANY_REQUESTS',
    description: 'Too many calls under this key, or too many failed credentials from this client.',
    headers: ['Retry-After', ...rateLimitHeaders],
    examples: { rate_limited: { message: 'Too many requests: wait until the limit resets' } },
  },
  HEADERS_TOO_LARGE: {
    name: 'HeadersTooLarge',
    code: 'BAD_REQUEST',
    status: 431,
    description: 'Path and headers together are too large.',
    headers: [],
    examples: { '': { message: 'The headers are too large' } },
  },
  INTERNAL_SERVER_ERROR: {
    name: 'InternalServerError',
    code: 'INTERNAL_SERVER_ERROR',
    description: 'A fault of ours, which the log has under the request id.',
    headers: rateLimitHeaders,
    examples: { '': { message: 'Something went wrong on our side' } },
  },
  SERVICE_UNAVAILABLE: {
    name: 'ServiceUnavailable',
    code: 'SERVICE_UNAVAILABLE',
    description: 'The database or the issuer of tokens does not answer, or the server is shutting down.',
    headers: ['Retry-After', ...rateLimitHeaders],
    examples: { '': { message: 'The database does not answer' } },
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

const isDocumented = (name: string): name is DocumentedError => name in table

/** The entry of an operation's `responses` for an error; `description` replaces the shared one. */
export function errorReference(error: DocumentedError, description?: string): [string, Reference] {
  const { name, code, status = errorMapping[code].httpStatus }: ErrorComponent = table[error]
  const reference = { $ref: `#/components/responses/${name}` }
  return [String(status), description === undefined ? reference : { ...reference, description }]
}

function toResponse({ code, description, headers, examples }: ErrorComponent): Response {
  const shown = Object.entries(examples).map(([detail, { path = '', message, whole = message }]) => {
    const details = detail === '' ? {} : { details: [{ path, code: detail, message }] }
    const value: ErrorBody = { error: { code, message: whole, requestId: example.requestId, ...details } }
    return [detail || code.toLowerCase(), { summary: whole, value }]
  })
  return {
    description,
    headers: headerReferences(['X-Request-Id', ...headers]),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(shown) },
    },
  }
}
