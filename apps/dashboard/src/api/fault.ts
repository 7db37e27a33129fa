import type { AppRouter } from '@inlet/api'
import type { DetailCode, ErrorCode } from '@inlet/contract'
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
  /** Where in the input it is; `path` is dotted. */
  details: readonly { path: string; code: string; message: string }[]
}

/** Turns whatever a call threw into a fault. */
export function faultOf(error: unknown): Fault {
  if (isTRPCClientError<AppRouter>(error)) {
    if (error.cause instanceof SessionEnded) return withoutAnswer('SESSION_ENDED', 'Your session is over')
    const { data, message } = error
    if (data) {
      const { code, requestId, details = [] } = data
      const [first] = details
      return { code, detail: first?.code ?? null, message, requestId, details }
    }
  }
  if (error instanceof SessionEnded) return withoutAnswer('SESSION_ENDED', 'Your session is over')
  return withoutAnswer('UNREACHABLE', 'The server cannot be reached')
}

const withoutAnswer = (code: Fault['code'], message: string): Fault => ({
  code,
  detail: null,
  message,
  requestId: null,
  details: [],
})

/** Whether the same call may succeed a moment later. */
export const isPassing = ({ code }: Fault): boolean =>
  code === 'UNREACHABLE' || code === 'SERVICE_UNAVAILABLE' || code === 'TIMEOUT'

/** Sentences for faults whose own message says too little to a person in front of the page. */
const sentences = {
  UNREACHABLE: 'The server cannot be reached. Check your connection; it is tried again by itself.',
  SESSION_ENDED: 'Your session is over. You are taken to the login, and back to this page.',
  TOO_MANY_REQUESTS: 'Too many requests in a minute. Wait a little, then try again.',
  INTERNAL_SERVER_ERROR: 'Something went wrong on our side. Try again; if it stays, name the request to your operator.',
  SERVICE_UNAVAILABLE: 'The server is busy or restarting. It is tried again by itself.',
  NOT_FOUND: 'This does not exist any more, or it belongs to a service that you are no member of.',
  quota_exceeded: 'The plan of this service has no room for more.',
} satisfies Partial<Record<Fault['code'] | DetailCode, string>>

/** A fault as a sentence. */
export function faultWords({ code, detail, message }: Fault): string {
  const known: ReadonlyMap<string, string> = new Map(Object.entries(sentences))
  const sentence = known.get(detail ?? '') ?? known.get(code)
  return sentence ?? `${message.replace(/\.$/, '')}.`
}
