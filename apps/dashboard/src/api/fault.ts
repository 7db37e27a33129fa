import type { AppRouter } from '@inlet/api'
import { type DetailCode, type ErrorBody, type ErrorCode, errorMapping } from '@inlet/contract'
import { isTRPCClientError } from '@trpc/client'
import { SessionEnded } from '../session/session-ended.ts'

/** What went wrong with a call. */
export interface Fault {
  /** `UNREACHABLE`: there was no answer, or none of the API; `SESSION_ENDED`: the page is on its way to the login. */
  code: ErrorCode | 'UNREACHABLE' | 'SESSION_ENDED'
  /** The code of the first detail. */
  detail: string | null
  /** For people, without a full stop. */
  message: string
  /** For the operator's log; null where the server did not answer. */
  requestId: string | null
  /** When the same call may be made again, in seconds; null where the server does not say. */
  retryAfterSeconds: number | null
  /** Where in the input it is; `path` is dotted. */
  details: readonly { path: string; code: string; message: string }[]
}

/** A call of REST that was refused, which only files need. */
export class RefusedCall extends Error {
  override name = 'RefusedCall'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

/** The fault that a refusal over REST tells; an answer that is not of the API is an unreachable server. */
export async function faultOfAnswer(answer: Response): Promise<Fault> {
  const body: unknown = await answer.json().catch(() => null)
  if (!isErrorBody(body)) return unreachable()
  const { code, message, requestId, details = [] } = body.error
  const retryAfterSeconds = retryAfterOf(answer)
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

/** Turns whatever a call threw into a fault. */
export function faultOf(error: unknown): Fault {
  if (error instanceof RefusedCall) return error.fault
  if (isTRPCClientError<AppRouter>(error)) {
    if (error.cause instanceof SessionEnded) return withoutAnswer('SESSION_ENDED', 'Your session is over')
    const { data, message } = error
    if (data) {
      const { code, requestId, details = [] } = data
      const [first] = details
      const retryAfterSeconds = retryAfterOf(error.meta?.response)
      return { code, detail: first?.code ?? null, message, requestId, retryAfterSeconds, details }
    }
  }
  if (error instanceof SessionEnded) return withoutAnswer('SESSION_ENDED', 'Your session is over')
  return unreachable()
}

const unreachable = () => withoutAnswer('UNREACHABLE', 'The server cannot be reached')

const withoutAnswer = (code: Fault['code'], message: string): Fault => ({
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
export const isPassing = ({ code }: Fault): boolean =>
  code === 'UNREACHABLE' || code === 'SERVICE_UNAVAILABLE' || code === 'TIMEOUT'

/** Sentences for faults whose own message says too little to a person in front of the page. */
const sentences = {
  UNREACHABLE: 'The server cannot be reached. Check your connection; it is tried again by itself.',
  SESSION_ENDED: 'Your session is over. You are taken to the login, and back to this page.',
  INTERNAL_SERVER_ERROR: 'Something went wrong on our side. Try again; if it stays, name the request to your operator.',
  SERVICE_UNAVAILABLE: 'The server is busy or restarting. It is tried again by itself.',
  NOT_FOUND: 'This does not exist any more, or it belongs to a service that you are no member of.',
  last_owner: 'No other owner has logged in yet. Make somebody else an owner first, or delete the service.',
  quota_exceeded: 'The plan of this service has no room for more.',
} satisfies Partial<Record<Fault['code'] | DetailCode, string>>

/** A fault as a sentence. */
export function faultWords({ code, detail, message, retryAfterSeconds }: Fault): string {
  if (code === 'TOO_MANY_REQUESTS') return `Too many requests. Try again ${waitWords(retryAfterSeconds)}.`
  const known: ReadonlyMap<string, string> = new Map(Object.entries(sentences))
  const sentence = known.get(detail ?? '') ?? known.get(code)
  return sentence ?? `${message.replace(/\.$/, '')}.`
}

/** When to try again, rounded up. */
function waitWords(seconds: number | null): string {
  if (seconds === null) return 'in a minute'
  if (seconds <= 1) return 'in a second'
  if (seconds < 90) return `in ${seconds} seconds`
  return `in ${Math.ceil(seconds / 60)} minutes`
}
