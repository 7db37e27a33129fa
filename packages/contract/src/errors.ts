import { z } from 'zod'

/** The closed set of error codes, the same on REST and tRPC. */
const errorCodes = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'PAYMENT_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'TIMEOUT',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNPROCESSABLE_CONTENT',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** What an error code answers: the HTTP status, and the SMTP reply (RFC 5321 §4.2, RFC 3463) where mail meets the same fault. */
interface ErrorMapping {
  httpStatus: number
  smtp: { code: number; enhanced: string }
}

// Ours to mend or passing: 4xx, so that the sender keeps the mail and tries again.
const tryAgain = { code: 451, enhanced: '4.3.0' }

/** The one table from an error code to its HTTP status and SMTP reply; a code without an entry does not compile. */
export const errorMapping: Record<ErrorCode, ErrorMapping> = {
  BAD_REQUEST: { httpStatus: 400, smtp: { code: 550, enhanced: '5.1.3' } },
  UNAUTHORIZED: { httpStatus: 401, smtp: { code: 550, enhanced: '5.7.1' } },
  PAYMENT_REQUIRED: { httpStatus: 402, smtp: { code: 452, enhanced: '4.2.2' } },
  FORBIDDEN: { httpStatus: 403, smtp: { code: 550, enhanced: '5.7.1' } },
  NOT_FOUND: { httpStatus: 404, smtp: { code: 550, enhanced: '5.1.1' } },
  METHOD_NOT_SUPPORTED: { httpStatus: 405, smtp: { code: 502, enhanced: '5.5.1' } },
  TIMEOUT: { httpStatus: 408, smtp: { code: 451, enhanced: '4.4.2' } },
  CONFLICT: { httpStatus: 409, smtp: tryAgain },
  PAYLOAD_TOO_LARGE: { httpStatus: 413, smtp: { code: 552, enhanced: '5.3.4' } },
  UNSUPPORTED_MEDIA_TYPE: { httpStatus: 415, smtp: { code: 554, enhanced: '5.6.1' } },
  UNPROCESSABLE_CONTENT: { httpStatus: 422, smtp: { code: 550, enhanced: '5.7.1' } },
  TOO_MANY_REQUESTS: { httpStatus: 429, smtp: { code: 451, enhanced: '4.7.1' } },
  INTERNAL_SERVER_ERROR: { httpStatus: 500, smtp: tryAgain },
  SERVICE_UNAVAILABLE: { httpStatus: 503, smtp: tryAgain },
}

const errorDetail = z.object({
  path: z.string().meta({ description: 'The input’s field, dotted; `""` where it is no field’s fault.' }),
  code: z.string().meta({ description: 'What is wrong, in snake_case; stable.' }),
  message: z.string().meta({ description: 'For people; may change.' }),
})

/** One fault in detail: where in the input (dotted path, `""` for the whole), a stable snake_case code, words for people. */
export type ErrorDetail = z.infer<typeof errorDetail>

/** The body of every answer that is not 2xx. */
export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(errorCodes).meta({ description: 'Branch on this, and on the codes of the details.' }),
      message: z.string().meta({ description: 'For people; may change.' }),
      requestId: z.string().meta({ description: 'The answer’s `X-Request-Id`.' }),
      details: z.array(errorDetail).optional(),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every answer that is not 2xx.' })
export type ErrorBody = z.infer<typeof errorBody>

interface AppErrorFacts {
  /** Goes out with the answer. */
  details?: ErrorDetail[]
  /** Seconds after which a retry makes sense: becomes `Retry-After`. */
  retryAfterSeconds?: number
  /** Goes to the log only; never a secret, a body or a one-time code. */
  log?: Record<string, string | number | boolean>
  cause?: unknown
}

/** The one error that code throws on purpose: a code, public words, and facts of which only `details` and `retryAfterSeconds` go out. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly facts: AppErrorFacts

  constructor(code: ErrorCode, message: string, facts: AppErrorFacts = {}) {
    super(message, { cause: facts.cause })
    this.name = 'AppError'
    this.code = code
    this.facts = facts
  }
}

/** An AppError with a single detail, the usual case: `path` names the input's field, `""` where it is no field's fault. */
export function faultAt(code: ErrorCode, detail: ErrorDetail, facts: Omit<AppErrorFacts, 'details'> = {}): AppError {
  return new AppError(code, detail.message, { ...facts, details: [detail] })
}
