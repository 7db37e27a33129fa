import { type ErrorBody, type ErrorCode, errorAnswers, example, limits, messagePartNames } from '@inlet/contract'
import type { Reference, Response } from './document.ts'
import { type HeaderName, headersOf, rateLimitHeaders } from './headers.ts'

/** A response that many operations share. */
interface ErrorResponse {
  /** Where it is another than its code's. */
  status?: number
  code: ErrorCode
  description: string
  headers: readonly HeaderName[]
  /**
   * The details' codes, all that there are, each with the field and the words of an example; a fault that has none is under `''`.
   * `whole` is what the error says where that is more than its detail does.
   */
  examples: Record<string, { path?: string; message: string; whole?: string }>
}

/** What the schema of an input says of one of its fields. */
const ofField = (path: string, message: string) => ({ path, message, whole: `${path}: ${message}` })

const table = {
  BadRequest: {
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
  Unauthorized: {
    code: 'UNAUTHORIZED',
    description: 'No credential was sent, or one that is unknown, malformed, revoked or expired.',
    headers: ['WwwAuthenticate', ...rateLimitHeaders],
    examples: {
      missing_credentials: {
        message: 'Send an API key in X-API-Key, or an access token as Bearer in Authorization',
      },
      invalid_api_key: { path: 'X-API-Key', message: 'This API key is not valid' },
      invalid_token: { path: 'Authorization', message: 'This token is not valid' },
      token_expired: { path: 'Authorization', message: 'This token has expired' },
    },
  },
  Forbidden: {
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
  NotFound: {
    code: 'NOT_FOUND',
    description: 'There is no such record; to a user, also where it belongs to a service that they are no member of.',
    headers: rateLimitHeaders,
    examples: {
      '': { message: 'No such message' },
      domain_not_found: { path: 'domainId', message: 'No such domain' },
    },
  },
  RequestTimeout: {
    code: 'TIMEOUT',
    description: 'The request, headers and body, did not arrive in time.',
    headers: [],
    examples: { '': { message: 'The request was not read in time' } },
  },
  Conflict: {
    code: 'CONFLICT',
    description: 'The request conflicts with what is there, or with a call in progress.',
    headers: ['RetryAfterInProgress', ...rateLimitHeaders],
    examples: {
      address_exists: { path: 'localPart', message: 'This address exists already' },
      idempotency_in_progress: {
        path: 'Idempotency-Key',
        message: 'A request with this Idempotency-Key is still being worked on',
      },
    },
  },
  ContentTooLarge: {
    code: 'PAYLOAD_TOO_LARGE',
    description: `The body is larger than ${limits.requestBodyMaxBytes / 1024} KiB. The connection is closed.`,
    headers: rateLimitHeaders,
    examples: { body_too_large: { message: `The body exceeds ${limits.requestBodyMaxBytes} bytes` } },
  },
  UnsupportedMediaType: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    description: 'The body is not `application/json`.',
    headers: rateLimitHeaders,
    examples: { '': { message: 'The body must be application/json' } },
  },
  UnprocessableContent: {
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
  TooManyRequests: {
    code: 'TOO_MANY_REQUESTS',
    description: 'Too many calls under this key, or too many failed credentials from this client.',
    headers: ['RetryAfter', ...rateLimitHeaders],
    examples: { rate_limited: { message: 'Too many requests: wait until the limit resets' } },
  },
  HeadersTooLarge: {
    status: 431,
    code: 'BAD_REQUEST',
    description: 'Path and headers together are too large.',
    headers: [],
    examples: { '': { message: 'The headers are too large' } },
  },
  InternalServerError: {
    code: 'INTERNAL_SERVER_ERROR',
    description: 'A fault of ours, which the log has under the request id.',
    headers: rateLimitHeaders,
    examples: { '': { message: 'Something went wrong on our side' } },
  },
  ServiceUnavailable: {
    code: 'SERVICE_UNAVAILABLE',
    description: 'The database or the issuer of tokens does not answer, or the server is shutting down.',
    headers: ['RetryAfter', ...rateLimitHeaders],
    examples: { '': { message: 'The database does not answer' } },
  },
} satisfies Record<string, ErrorResponse>

/** The components that say how operations refuse. */
export type ErrorResponseName = keyof typeof table

const entries: [string, ErrorResponse][] = Object.entries(table)

/** Every refusal that an operation can answer, by the name of its component: one shape, `Error`. */
export const errorResponses: Record<string, Response> = Object.fromEntries(
  entries.map(([name, response]) => [name, toResponse(response)]),
)

/** The entry of an operation's `responses` for a refusal; `description` says when this operation answers so, where it is given. */
export function errorResponse(name: ErrorResponseName, description?: string): [string, Reference] {
  const reference = { $ref: `#/components/responses/${name}` }
  const { code, status = errorAnswers[code].httpStatus }: ErrorResponse = table[name]
  return [String(status), description === undefined ? reference : { ...reference, description }]
}

function toResponse({ code, description, headers, examples }: ErrorResponse): Response {
  const shown = Object.entries(examples).map(([detail, { path = '', message, whole = message }]) => {
    const details = detail === '' ? {} : { details: [{ path, code: detail, message }] }
    const value: ErrorBody = { error: { code, message: whole, requestId: example.requestId, ...details } }
    return [detail || code.toLowerCase(), { summary: whole, value }]
  })
  return {
    description,
    headers: headersOf(['RequestId', ...headers]),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(shown) },
    },
  }
}
