import { example, limits, requestIdPattern } from '@inlet/contract'
import type { Header, Reference } from './document.ts'

interface NamedHeader extends Header {
  name: string
}

const table = {
  RequestId: {
    name: 'X-Request-Id',
    description: 'The request’s id: the client’s own, where it sent one in the right shape, else a new one.',
    required: true,
    schema: { type: 'string', pattern: requestIdPattern.source },
    example: example.requestId,
  },
  RateLimitLimit: {
    name: 'X-RateLimit-Limit',
    description:
      'How many calls a window has. Present where a call counts against a limit: with an API key, or with failed credentials.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: limits.apiKeyRequestsPerMinute,
  },
  RateLimitRemaining: {
    name: 'X-RateLimit-Remaining',
    description: 'How many are left in this window.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    example: limits.apiKeyRequestsPerMinute - 1,
  },
  RateLimitReset: {
    name: 'X-RateLimit-Reset',
    description: 'When the window ends, in Unix seconds.',
    required: false,
    schema: { type: 'integer' },
    example: 1795253460,
  },
  RetryAfter: {
    name: 'Retry-After',
    description: 'Seconds after which to try again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  RetryAfterInProgress: {
    name: 'Retry-After',
    description:
      'Seconds after which to try again. Present where a call under the same Idempotency-Key is in progress.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  WwwAuthenticate: {
    name: 'WWW-Authenticate',
    description: 'The credentials that are accepted.',
    required: true,
    schema: { type: 'string' },
    example: 'ApiKey realm="inlet", Bearer realm="inlet"',
  },
  IdempotentReplayed: {
    name: 'Idempotent-Replayed',
    description: 'Present where the answer is that of an earlier call under the same Idempotency-Key.',
    required: false,
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  ContentDisposition: {
    name: 'Content-Disposition',
    description: 'Present where the answer is a file: under which name to keep it.',
    required: false,
    schema: { type: 'string' },
    example: `attachment; filename="${example.messageId}.eml"`,
  },
} satisfies Record<string, NamedHeader>

/** The components that say what a response's head carries. */
export type HeaderName = keyof typeof table

/** The headers of every answer that a limit was asked for. */
export const rateLimitHeaders = [
  'RateLimitLimit',
  'RateLimitRemaining',
  'RateLimitReset',
] as const satisfies HeaderName[]

const entries: [string, NamedHeader][] = Object.entries(table)

/** Every header of ours, by the name of its component. */
export const headers: Record<string, Header> = Object.fromEntries(
  entries.map(([component, { name: _, ...header }]) => [component, header]),
)

/** The `headers` of a response that has these. */
export const headersOf = (names: readonly HeaderName[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [table[name].name, { $ref: `#/components/headers/${name}` }]))
