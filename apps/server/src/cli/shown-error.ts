import { AppError, type ErrorCode, type ErrorDetail } from '@inlet/contract'
import { databaseError, settingError } from '@inlet/core'
import { ConfigError } from '@inlet/runtime'
import { startError } from '../start/start-error.ts'
import { UsageError } from './command.ts'

/** An error as it is shown; `hint` is the next step. */
export interface ShownError {
  exitCode: 1 | 2
  code: ErrorCode
  message: string
  hint: string | null
  details?: ErrorDetail[]
}

/** The next step after a refusal, by the code of its detail. */
const hints: Record<string, string> = {
  password_required:
    'Give one with --lock-password-stdin, as in: service change --id ID --lock-password-stdin < password.txt',
}

/** How an error is shown: a refusal with its message, what an operator can repair in a sentence, a bug with its stack. */
export function shownError(error: unknown): ShownError {
  if (error instanceof UsageError) {
    return { exitCode: 2, code: 'BAD_REQUEST', message: error.message, hint: error.hint }
  }
  if (error instanceof AppError) {
    const { details } = error.facts
    const hint = hints[details?.[0]?.code ?? ''] ?? null
    return { exitCode: 1, code: error.code, message: error.message, hint, ...(details ? { details } : {}) }
  }
  const reason = startError(error)
  const code = codeOf(error)
  if (typeof reason === 'string') return { exitCode: 1, code, message: reason, hint: null }
  return {
    exitCode: 1,
    code,
    message: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason),
    hint: null,
  }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof ConfigError || settingError(error)) return 'BAD_REQUEST'
  return databaseError(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR'
}

/** The text for the error output: JSON in the API's shape, or lines for people. */
export function errorText({ code, message, hint, details }: ShownError, isJson: boolean): string {
  if (isJson)
    return JSON.stringify({ error: { code, message, ...(hint ? { hint } : {}), ...(details ? { details } : {}) } })
  return [message, ...(hint ? [hint] : [])].join('\n')
}
