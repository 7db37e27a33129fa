import { AppError, detailCodes, type ErrorCode, errorMapping, type SmtpAnswer } from '@inlet/contract'
import { databaseError } from '@inlet/core'

/** A refusal of a recipient or a mail: `responseCode`, and a text that begins with the enhanced status code (RFC 2034, RFC 3463). */
export class SmtpRefusal extends Error {
  readonly responseCode: number
  readonly code: ErrorCode

  /** `answer`: where the SMTP codes of the error code are not specific enough. */
  constructor(code: ErrorCode, text: string, answer: SmtpAnswer = errorMapping[code].smtp) {
    super(`${answer.enhanced} ${text}`)
    this.name = 'SmtpRefusal'
    this.responseCode = answer.code
    this.code = code
  }
}

/** The refusal for anything thrown. 451 for an unexpected error: the error is ours, so the sender keeps the mail and retries. */
export function toSmtpRefusal(thrown: unknown): SmtpRefusal {
  if (thrown instanceof SmtpRefusal) return thrown
  const error = thrown instanceof AppError ? thrown : databaseError(thrown)
  if (!error) return new SmtpRefusal('INTERNAL_SERVER_ERROR', 'Local error, try again later')
  const [detail] = error.facts.details ?? []
  return new SmtpRefusal(error.code, error.message, detail && detailCodes[detail.code].smtp)
}
