import type { ApiKeyScope, ErrorCode } from '@inlet/contract'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { ApiLimits } from './context.ts'

/** Who may call: users alone, users and API keys of at least this scope, or anybody, without a key or a token. */
type Auth = { kind: 'user' } | { kind: 'visitor' } | { kind: 'apiKey'; scope: ApiKeyScope }

/** What a request names that must belong to the API key: the service of the input `id`, or the mail host of the input `address`. */
export type OwnResource = 'service' | 'mailHost'

/** A limit for each client: an IPv4 address, or the /64 of an IPv6 one. */
export interface ClientRate {
  /** Prefix of the counters' names. */
  bucket: string
  limit: keyof ApiLimits
  windowMs: number
}

/** Metadata of a procedure, read by the REST mount and by the OpenAPI document. */
export interface ProcedureMeta extends Record<string, unknown> {
  openapi?: NonNullable<OpenApiMeta['openapi']>
  /** Set by the base procedure that authenticates; without it the server does not start. */
  auth?: Auth
  /** Checked for an API key before the input is parsed; ownership of other records is checked by the use-case. */
  owns?: OwnResource
  /** Limits of each client, and of each IPv6 /48 eight times as much, beside the one of all procedures for visitors. */
  rate?: ClientRate[]
  /** Of a procedure for visitors: whether only calls count that are 400 or 404, so that no other is ever refused by a limit. */
  countsOnlyMisses?: boolean
  /** How long its body may be; `limits.requestBodyMaxBytes` by default. */
  bodyMaxBytes?: number
  /** Status of success; 200 by default. */
  status?: 200 | 201 | 204
  /** Request headers that are inputs: header name to input key. */
  headers?: Record<string, string>
  /** Errors that this procedure adds to those of its base, its verb and its input, and when each is sent. */
  refusals?: Partial<Record<ErrorCode, string>>
  /** Headers of success, beside those that every response has. */
  responseHeaders?: ('Idempotent-Replayed' | 'Content-Disposition')[]
  /** Whether it answers a file and never JSON: of a media type of `otherTypes`. Such a procedure is not on the typed path. */
  isFile?: boolean
  /** Media types that it sends in place of JSON to a client that prefers them, each with an example. */
  otherTypes?: Record<string, { description: string; example: string }>
  /** False where a GET changes something, so that HEAD must not run it. */
  exposeHead?: boolean
}
