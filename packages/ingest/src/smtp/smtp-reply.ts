import { AppError, type ErrorCode, errorAnswers } from '@inlet/contract'
import { databaseFault } from '@inlet/core'

/** A refusal in smtp-server's form: `responseCode`, and a text that begins with the enhanced status code (RFC 2034, RFC 3463). */
export class SmtpRefusal extends Error {
  readonly responseCode: number
  readonly code: ErrorCode

  constructor(code: ErrorCode, text: string) {
    const { smtp } = errorAnswers[code]
    super(`${smtp.enhanced} ${text}`)
    this.name = 'SmtpRefusal'
    this.responseCode = smtp.code
    this.code = code
  }
}

/** What the sender hears of anything thrown. 451 for whatever nobody foresaw: our fault, so the sender keeps the mail and tries again. */
export function smtpRefusal(thrown: unknown): SmtpRefusal {
  if (thrown instanceof SmtpRefusal) return thrown
  const error = thrown instanceof AppError ? thrown : databaseFault(thrown)
  return error
    ? new SmtpRefusal(error.code, error.message)
    : new SmtpRefusal('INTERNAL_SERVER_ERROR', 'Local error, try again later')
}
