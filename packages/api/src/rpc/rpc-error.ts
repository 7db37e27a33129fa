import type { ErrorBody, ErrorCode } from '@inlet/contract'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { ErrorAnswer } from '../rest/error-answer.ts'

/** An error as tRPC's clients read it. */
interface RpcError {
  message: string
  /** JSON-RPC's number for the code; `data.code` says the same in words. */
  code: (typeof TRPC_ERROR_CODES_BY_KEY)[ErrorCode]
  data: Omit<ErrorBody['error'], 'message'> & { httpStatus: number }
}

/** The same error as over REST, in tRPC's shape: code, details and request id stand in `data`. */
export function rpcError({ status, body }: ErrorAnswer): RpcError {
  const { message, ...data } = body.error
  return { message, code: TRPC_ERROR_CODES_BY_KEY[data.code], data: { ...data, httpStatus: status } }
}
