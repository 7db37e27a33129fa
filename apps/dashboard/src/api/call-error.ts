import type { AppRouter } from '@inlet/api'
import { type DetailCode, type ErrorBody, type ErrorCode, errorMapping } from '@inlet/contract'
import { isTRPCClientError } from '@trpc/client'
import { SessionEnded } from '../session/session-ended.ts'

/** Why a call failed. */
export interface CallError {
  /** `UNREACHABLE`: there was no response, or one that is not from the API; `SESSION_ENDED`: the page is being redirected to the login. */
  code: ErrorCode | 'UNREACHABLE' | 'SESSION_ENDED'
  /** The code of the first detail. */
  detail: string | null
  /** For the user, without a full stop. */
  message: string
  /** For the operator's log; null where the server did not answer. */
  requestId: string | null
  /** When the same call may be made again, in seconds; null where the server does not say. */
  retryAfterSeconds: number | null
  /** Where in the input it is; `path` is dotted. */
  details: readonly { path: string; code: string; message: string }[]
}

/** A refused REST call; only files are read over REST. */
export class RefusedCall extends Error {
  override name = 'RefusedCall'
  readonly callError: CallError

  constructor(callError: CallError) {
    super(callError.message)
    this.callError = callError
  }
}

/** Reads the error of a REST response; a response that is not from the API counts as an unreachable server. */
export async function readCallError(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => null)
  if (!isErrorBody(body)) return unreachable()
  const { code, message, requestId, details = [] } = body.error
  const retryAfterSeconds = retryAfterOf(response)
  return { code, detail: details[0]?.code ?? null, message, requestId, retryAfterSeconds, details }
}

/** The contract's schema is not in the first script: the code tells whether it is our own server's answer, whose rest its own tests hold. */
const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  typeof body.error.code === 'string' &&
  Object.hasOwn(errorMapping, body.error.code)

/** Turns anything that a call threw into a `CallError`. */
export function toCallError(error: unknown): CallError {
  if (error instanceof RefusedCall) return error.callError
  if (isTRPCClientError<AppRouter>(error)) {
    if (error.cause instanceof SessionEnded) return withoutAnswer('SESSION_ENDED', 'Your session has ended')
    const { data, message } = error
    if (data) {
      const { code, requestId, details = [] } = data
      const [first] = details
      const retryAfterSeconds = retryAfterOf(error.meta?.response)
      return { code, detail: first?.code ?? null, message, requestId, retryAfterSeconds, details }
    }
  }
  if (error instanceof SessionEnded) return withoutAnswer('SESSION_ENDED', 'Your session has ended')
  return unreachable()
}

const unreachable = () => withoutAnswer('UNREACHABLE', 'Cannot reach the server')

const withoutAnswer = (code: CallError['code'], message: string): CallError => ({
  code,
  detail: null,
  message,
  requestId: null,
  retryAfterSeconds: null,
  details: [],
})

/** Reads `Retry-After` of the answer that an error came with. */
function retryAfterOf(answer: unknown): number | null {
  const text = answer instanceof Response ? answer.headers.get('retry-after') : null
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** Whether the same call may succeed a moment later. */
export const isPassing = ({ code }: CallError): boolean =>
  code === 'UNREACHABLE' || code === 'SERVICE_UNAVAILABLE' || code === 'TIMEOUT'

/** Sentences for errors whose own message tells the user too little. */
const sentences = {
  UNREACHABLE: 'Cannot reach the server. Check your connection. Retrying automatically.',
  SESSION_ENDED: 'Your session has ended. Log in again to return to this page.',
  INTERNAL_SERVER_ERROR:
    'Something went wrong on our side. Try again. If it keeps happening, give your operator the request ID.',
  SERVICE_UNAVAILABLE: 'The server is busy or restarting. Retrying automatically.',
  NOT_FOUND: 'This no longer exists, or it belongs to a service that you are not a member of.',
  last_owner: 'A service needs an owner. Make another member an owner first, or delete the service.',
  quota_exceeded: 'This service has reached the limit of its plan.',
} satisfies Partial<Record<CallError['code'] | DetailCode, string>>

/** An error as a sentence for the user. */
export function errorText(error: unknown): string {
  const { code, detail, message, retryAfterSeconds } = toCallError(error)
  if (code === 'TOO_MANY_REQUESTS') return `Too many requests. Try again ${formatWait(retryAfterSeconds)}.`
  const known: ReadonlyMap<string, string> = new Map(Object.entries(sentences))
  const sentence = known.get(detail ?? '') ?? known.get(code)
  return sentence ?? `${message.replace(/\.$/, '')}.`
}

/** When to try again, rounded up. */
function formatWait(seconds: number | null): string {
  if (seconds === null) return 'in a minute'
  if (seconds <= 1) return 'in a second'
  if (seconds < 90) return `in ${seconds} seconds`
  return `in ${Math.ceil(seconds / 60)} minutes`
}
