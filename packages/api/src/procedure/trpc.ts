import { initTRPC } from '@trpc/server'
import { toErrorResponse, toRpcError } from '../http/error-response.ts'
import type { ApiContext } from './context.ts'
import type { ProcedureMeta } from './meta.ts'

export const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    // Errors from before there is a context do not come from a procedure.
    errorFormatter: ({ error, ctx }) => toRpcError(toErrorResponse(error, ctx?.request.id ?? '')),
  })
