import type { ApiKeyScope } from '@inlet/contract'
import { initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { ApiContext } from './context.ts'
import type { ErrorResponseName } from './openapi/error-responses.ts'
import type { HeaderName } from './openapi/headers.ts'
import { errorAnswer } from './rest/error-answer.ts'
import { rpcError } from './rpc/rpc-error.ts'

/** Who may call: API keys of at least this scope and users, or users alone. */
type Auth = { kind: 'apiKey'; scope: ApiKeyScope } | { kind: 'user' }

/** What a procedure says of itself, for the REST mount and for the document. */
export interface ProcedureMeta extends Record<string, unknown> {
  openapi?: NonNullable<OpenApiMeta['openapi']>
  /** Set by the base that authenticates; a procedure without it keeps the server from starting. */
  auth?: Auth
  /** Status of success. */
  status?: 200 | 201 | 204
  /** Request headers that are inputs: header name to input key. */
  headers?: Record<string, string>
  /** What it refuses beside what its base, its verb and its input bring along, and when. */
  refusals?: Partial<Record<ErrorResponseName, string>>
  /** Headers of success beside those of every answer. */
  responseHeaders?: HeaderName[]
  /** What it answers in place of JSON to a client that prefers it, by media type, with an example. */
  otherAnswers?: Record<string, { description: string; example: string }>
  /** False where a GET changes something, so that HEAD must not run it. */
  exposeHead?: boolean
}

export const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    // Calls run in a context always: what is refused before there is one does not come from a procedure.
    errorFormatter: ({ error, ctx }) => rpcError(errorAnswer(error, ctx?.request.id ?? '')),
  })
