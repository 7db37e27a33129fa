import { AppError, type ErrorBody, type ErrorDetail, errorAnswers, faultAt } from '@inlet/contract'
import { databaseFault } from '@inlet/core'
import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'

/** An error as the outside sees it, and the facts that the log may have. */
export interface ErrorAnswer {
  status: number
  headers: Record<string, string | number>
  body: ErrorBody
  /** The error itself where it is our fault; null where the client made it. */
  fault: unknown
}

/** Turns anything thrown into the one shape of error; what nobody foresaw is INTERNAL_SERVER_ERROR and says nothing of itself. */
export function errorAnswer(thrown: unknown, requestId: string): ErrorAnswer {
  const error = toAppError(thrown)
  const { httpStatus } = errorAnswers[error.code]
  const { details, retryAfterSeconds } = error.facts
  // Turned away at the door: nothing of ours has failed.
  const isOnPurpose = error.code === 'SERVICE_UNAVAILABLE'
  return {
    status: httpStatus,
    headers: {
      ...(error.code === 'UNAUTHORIZED' ? { 'WWW-Authenticate': 'ApiKey realm="inlet", Bearer realm="inlet"' } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': retryAfterSeconds }),
      // What is left of the body is not read.
      ...(error.code === 'PAYLOAD_TOO_LARGE' ? { Connection: 'close' } : {}),
    },
    body: { error: { code: error.code, message: error.message, requestId, ...(details ? { details } : {}) } },
    fault: httpStatus >= 500 ? (error.cause ?? (isOnPurpose ? null : thrown)) : null,
  }
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof TRPCError) {
    if (thrown.code === 'BAD_REQUEST' && thrown.cause instanceof ZodError) return inputFault(thrown.cause)
    const refusal = rpcRefusal(thrown)
    if (refusal) return refusal
    if (thrown.cause && !(thrown.cause instanceof ZodError)) return toAppError(thrown.cause)
  }
  return (
    databaseFault(thrown) ??
    new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side', { cause: thrown })
  )
}

/** What the library refuses by itself, before any procedure of ours runs; null for what came out of one. */
function rpcRefusal({ code, cause }: TRPCError): AppError | null {
  if (code === 'BAD_REQUEST' && cause instanceof SyntaxError) {
    return faultAt('BAD_REQUEST', { path: '', code: 'invalid_json', message: 'The input is not valid JSON' })
  }
  if (code === 'NOT_FOUND' && !cause) return new AppError('NOT_FOUND', 'No such procedure')
  if (code === 'METHOD_NOT_SUPPORTED' && !cause) {
    return new AppError('METHOD_NOT_SUPPORTED', 'Queries are asked for by GET, mutations by POST')
  }
  if (code !== 'BAD_REQUEST' || (cause && !(cause instanceof URIError))) return null
  return faultAt('BAD_REQUEST', { path: '', code: 'malformed_request', message: 'These calls cannot be understood' })
}

function inputFault(error: ZodError): AppError {
  const details = error.issues.map(
    (issue): ErrorDetail => ({ path: issue.path.join('.'), code: issueCode(issue), message: issue.message }),
  )
  const [first] = details
  return new AppError('BAD_REQUEST', first ? `${first.path}: ${first.message}` : 'Invalid input', { details })
}

function issueCode(issue: ZodError['issues'][number]): string {
  const own: unknown = issue.code === 'custom' ? issue.params?.code : undefined
  return typeof own === 'string' ? own : issue.code
}
