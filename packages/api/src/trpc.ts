import type { ApiKeyScope } from '@inlet/contract'
import { initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { ApiContext } from './context.ts'

/** What a procedure says of itself, for the REST mount and for the document. */
export interface ProcedureMeta extends Record<string, unknown> {
  openapi?: NonNullable<OpenApiMeta['openapi']>
  /** Who may call; a procedure without it is not mounted at all. */
  auth?: { kind: 'apiKey'; scope: ApiKeyScope }
  /** Status of success. */
  status?: 200 | 201 | 204
  /** Request headers that are inputs: header name, lower case, to input key. */
  headers?: Record<string, string>
  /** False where a GET changes something, so that HEAD must not run it. */
  exposeHead?: boolean
}

export const t = initTRPC.context<ApiContext>().meta<ProcedureMeta>().create()
