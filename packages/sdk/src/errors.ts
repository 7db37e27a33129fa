import type { ErrorCode, ErrorDetail, MessageListItem } from './types.ts'

/** Every error that this client throws, but for the reason of an `AbortSignal`. */
export class InletError extends Error {
  override readonly name: string = 'InletError'
}

interface ApiErrorFacts {
  status: number
  /** Null where the answer is not Inlet's, but that of a proxy in between. */
  code: ErrorCode | null
  message: string
  requestId: string
  details: readonly ErrorDetail[]
  retryAfterMs: number | null
  /** Method and path. */
  call: string
}

/** The server refused the call. Branch on `code` and on the codes of `details`, never on the words. */
export class InletApiError extends InletError {
  override readonly name = 'InletApiError'
  readonly status: number
  readonly code: ErrorCode | null
  /** In the server's log, and in what you report to its operator. */
  readonly requestId: string
  readonly details: readonly ErrorDetail[]
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMs: number | null

  constructor({ status, code, message, requestId, details, retryAfterMs, call }: ApiErrorFacts) {
    const codes = details.map((detail) => (detail.path === '' ? detail.code : `${detail.path}: ${detail.code}`))
    super(
      `${message} (${[`${status} ${code ?? 'without a code'}`, ...codes, call, `request ${requestId}`].join(', ')})`,
    )
    this.status = status
    this.code = code
    this.requestId = requestId
    this.details = details
    this.retryAfterMs = retryAfterMs
  }
}

/** There was no answer: the connection failed, or it took too long. The `cause` is what `fetch` threw. */
export class InletNetworkError extends InletError {
  override readonly name = 'InletNetworkError'
  /** The id that the call was sent with. */
  readonly requestId: string

  constructor(message: string, { requestId, cause }: { requestId: string; cause: unknown }) {
    super(`${message} (request ${requestId})`, { cause })
    this.requestId = requestId
  }
}

/** No mail that fits came in time. The message says what came instead; where calls failed meanwhile, `cause` is the last failure. */
export class InletTimeoutError extends InletError {
  override readonly name = 'InletTimeoutError'
  readonly address: string
  /** The messages received since the position of the inbox, oldest first. */
  readonly received: readonly MessageListItem[]

  constructor(message: string, facts: { address: string; received: readonly MessageListItem[]; cause?: unknown }) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.address = facts.address
    this.received = facts.received
  }
}

/** A mail came where none was expected. */
export class UnexpectedMessageError extends InletError {
  override readonly name = 'UnexpectedMessageError'
  readonly messages: readonly MessageListItem[]

  constructor(message: string, messages: readonly MessageListItem[]) {
    super(message)
    this.messages = messages
  }
}

/** A webhook call that is not to be trusted. */
export class WebhookVerificationError extends InletError {
  override readonly name = 'WebhookVerificationError'
}
