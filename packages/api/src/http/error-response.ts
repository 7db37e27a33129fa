import {
  AppError,
  type DetailCode,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  errorMapping,
  isDetailCode,
} from '@inlet/contract'
import { databaseError } from '@inlet/core'
import { TRPCError } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { ZodError } from 'zod'

/** An error as it is sent, and what the log may have of it. */
export interface ErrorResponse {
  status: number
  headers: Record<string, string | number>
  body: ErrorBody
  /** The error itself where it is our error; null where the client caused it. */
  error: unknown
}

/** Turns anything thrown into the one error format; an unexpected error is INTERNAL_SERVER_ERROR, without its message. */
export function toErrorResponse(thrown: unknown, requestId: string): ErrorResponse {
  const error = toAppError(thrown)
  const { httpStatus } = errorMapping[error.code]
  const { details, retryAfterSeconds } = error.facts
  // A 503 that we throw on purpose is no failure of ours.
  const isOnPurpose = error.code === 'SERVICE_UNAVAILABLE'
  return {
    status: httpStatus,
    headers: {
      ...(error.code === 'UNAUTHORIZED' ? { 'WWW-Authenticate': challengeOf(error) } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': retryAfterSeconds }),
      // The rest of the body is not read.
      ...(error.code === 'PAYLOAD_TOO_LARGE' ? { Connection: 'close' } : {}),
    },
    body: { error: { code: error.code, message: error.message, requestId, ...(details ? { details } : {}) } },
    error: httpStatus >= 500 ? (error.cause ?? (isOnPurpose ? null : thrown)) : null,
  }
}

/** Schemes of our own for visitors (RFC 9110 §11.6.1), named as the header or endpoint that takes the secret; browsers ask nothing for them. */
const visitorSchemes = new Map<DetailCode, string>([
  ['unlock_required', 'X-Unlock-Token'],
  ['unlock_password_invalid', 'X-Unlock-Token'],
  ['inbox_password_required', 'X-Inbox-Password'],
  ['inbox_password_invalid', 'X-Inbox-Password'],
  ['session_required', 'X-Inbox-Session'],
])

function challengeOf({ facts: { details = [] } }: AppError): string {
  const scheme = details.map(({ code }) => visitorSchemes.get(code)).find((found) => found !== undefined)
  return scheme === undefined ? 'ApiKey realm="inlet", Bearer realm="inlet"' : `${scheme} realm="inlet"`
}

/** An error as tRPC's clients read it. */
interface RpcError {
  message: string
  /** JSON-RPC's number for the code; `data.code` is the same as text. */
  code: (typeof TRPC_ERROR_CODES_BY_KEY)[ErrorCode]
  data: Omit<ErrorBody['error'], 'message'> & { httpStatus: number }
}

/** The same error in tRPC's format: code, details and request id are in `data`. */
export function toRpcError({ status, body }: ErrorResponse): RpcError {
  const { message, ...data } = body.error
  return { message, code: TRPC_ERROR_CODES_BY_KEY[data.code], data: { ...data, httpStatus: status } }
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof TRPCError) {
    if (thrown.code === 'BAD_REQUEST' && thrown.cause instanceof ZodError) return inputError(thrown.cause)
    const refusal = rpcRefusal(thrown)
    if (refusal) return refusal
    if (thrown.cause && !(thrown.cause instanceof ZodError)) return toAppError(thrown.cause)
  }
  return (
    databaseError(thrown) ??
    new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side', { cause: thrown })
  )
}

/** What tRPC refuses by itself, before any procedure runs; null for an error that a procedure threw. */
function rpcRefusal({ code, cause }: TRPCError): AppError | null {
  if (code === 'BAD_REQUEST' && cause instanceof SyntaxError) {
    return AppError.of('invalid_json', { message: 'The input is not valid JSON' })
  }
  if (code === 'NOT_FOUND' && !cause) return new AppError('NOT_FOUND', 'No such procedure')
  if (code === 'METHOD_NOT_SUPPORTED' && !cause) {
    return new AppError('METHOD_NOT_SUPPORTED', 'Queries are asked for by GET, mutations by POST')
  }
  if (code !== 'BAD_REQUEST' || (cause && !(cause instanceof URIError))) return null
  return AppError.of('malformed_request', { message: 'These calls cannot be understood' })
}

function inputError(error: ZodError): AppError {
  const details = error.issues.map(
    (issue): ErrorDetail => ({ path: issue.path.join('.'), code: issueCode(issue), message: issue.message }),
  )
  const [first] = details
  return new AppError('BAD_REQUEST', first ? `${first.path}: ${first.message}` : 'Invalid input', { details })
}

function issueCode(issue: ZodError['issues'][number]): DetailCode {
  const code: unknown = issue.code === 'custom' ? issue.params?.code : issue.code
  // Zod's other codes belong to kinds of schemas that the contract does not have.
  return typeof code === 'string' && isDetailCode(code) ? code : 'invalid_value'
}
