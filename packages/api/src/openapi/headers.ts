import { example, limits, requestIdPattern } from '@inlet/contract'
import type { Header, Reference } from './document.ts'

interface HeaderComponent extends Header {
  /** The component's name in the document. */
  component: string
  /** The header's name, where it is not the key. */
  name?: string
}

const table = {
  'X-Request-Id': {
    component: 'RequestId',
    description: 'The id of the request: the one that the client sent, if it is valid, or a new one.',
    required: true,
    schema: { type: 'string', pattern: requestIdPattern.source },
    example: example.requestId,
  },
  'X-RateLimit-Limit': {
    component: 'RateLimitLimit',
    description:
      'The number of calls allowed in a window. Present if the call counts against a limit: with an API key, with a user’s access token, or with failed credentials.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: limits.apiKeyRequestsPerMinute,
  },
  'X-RateLimit-Remaining': {
    component: 'RateLimitRemaining',
    description: 'The number of calls left in this window.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    example: limits.apiKeyRequestsPerMinute - 1,
  },
  'X-RateLimit-Reset': {
    component: 'RateLimitReset',
    description: 'When the window ends, in Unix seconds.',
    required: false,
    schema: { type: 'integer' },
    example: 1795253460,
  },
  'Retry-After': {
    component: 'RetryAfter',
    description: 'Seconds after which to try again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  'Retry-After of a retry': {
    component: 'RetryAfterInProgress',
    name: 'Retry-After',
    description: 'Seconds after which to try again. Present if a call with the same Idempotency-Key is in progress.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'WWW-Authenticate': {
    component: 'WwwAuthenticate',
    description: 'The accepted credentials.',
    required: true,
    schema: { type: 'string' },
    example: 'ApiKey realm="inlet", Bearer realm="inlet"',
  },
  'Idempotent-Replayed': {
    component: 'IdempotentReplayed',
    description: 'Present if this is the response of an earlier call with the same Idempotency-Key.',
    required: false,
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Content-Disposition': {
    component: 'ContentDisposition',
    description: 'Present if the response is a file: its name.',
    required: false,
    schema: { type: 'string' },
    example: `attachment; filename="${example.messageId}.eml"`,
  },
} satisfies Record<string, HeaderComponent>

/** The response headers of the document. */
export type HeaderName = keyof typeof table

/** The headers of every response that counted against a rate limit. */
export const rateLimitHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies HeaderName[]

const components: HeaderComponent[] = Object.values(table)

/** Every response header, by the name of its component. */
export const headerComponents: Record<string, Header> = Object.fromEntries(
  components.map(({ component, name: _, ...header }) => [component, header]),
)

/** The `headers` of a response that has these. */
export const headerReferences = (names: readonly HeaderName[]): Record<string, Reference> =>
  Object.fromEntries(
    names.map((key) => {
      const { component, name = key }: HeaderComponent = table[key]
      return [name, { $ref: `#/components/headers/${component}` }]
    }),
  )
