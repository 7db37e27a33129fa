/** The closed set of error codes, the same on REST and tRPC. */
export const errorCodes = [
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

/** The code of an SMTP reply (RFC 5321 §4.2) and its enhanced status code (RFC 3463). */
export interface SmtpAnswer {
  code: number
  enhanced: string
}

/** The HTTP status of an error code, and its SMTP reply where the same error occurs for a mail. */
interface ErrorMapping {
  httpStatus: number
  smtp: SmtpAnswer
}

// Our own or temporary errors are 4xx, so that the sender keeps the mail and tries again.
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
