import { z } from 'zod'
import { type DetailCode, detailCodes } from './detail-codes.ts'
import { type ErrorCode, errorCodes } from './error-codes.ts'

const errorDetail = z.object({
  path: z
    .string()
    .meta({ description: 'The path of the input field, with dots; `""` if the error concerns no single field.' }),
  code: z.string().meta({ description: 'A stable code for the error, in snake_case.' }),
  message: z.string().meta({ description: 'A text for humans; may change.' }),
})

/** One error in detail: where in the input (dotted path, `""` for the whole), its code, a message for people. */
export interface ErrorDetail {
  path: string
  code: DetailCode
  message: string
}

/** The body of every response that is not 2xx. */
export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(errorCodes).meta({ description: 'Branch on this code and on those in `details`.' }),
      message: z.string().meta({ description: 'A text for humans; may change.' }),
      requestId: z.string().meta({ description: 'The `X-Request-Id` of the response.' }),
      details: z.array(errorDetail).optional(),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every response that is not 2xx.' })
export type ErrorBody = z.infer<typeof errorBody>

interface AppErrorFacts {
  /** Sent to the client. */
  details?: ErrorDetail[]
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** For the log only; never a secret, a body or a one-time code. */
  log?: Record<string, string | number | boolean>
  cause?: unknown
}

/** What a throw adds to a detail code: a more specific path or message, and the facts of the error. */
interface DetailOptions extends Omit<AppErrorFacts, 'details'> {
  path?: string
  message?: string
}

/** The one error that is thrown on purpose: a code, a public message, and facts of which only `details` and `retryAfterSeconds` are sent. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly facts: AppErrorFacts

  constructor(code: ErrorCode, message: string, facts: AppErrorFacts = {}) {
    super(message, { cause: facts.cause })
    this.name = 'AppError'
    this.code = code
    this.facts = facts
  }

  /** An error with a single detail, the usual case: error code, path and message are those of `detailCodes` unless `options` has others. */
  static of(code: DetailCode, options: DetailOptions = {}): AppError {
    const { error, path, message } = detailCodes[code]
    const { path: ownPath = path, message: ownMessage = message, ...facts } = options
    return new AppError(error, ownMessage, { ...facts, details: [{ path: ownPath, code, message: ownMessage }] })
  }
}
