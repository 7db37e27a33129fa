import { AppError, type ErrorCode, type ErrorDetail } from '@inlet/contract'
import { databaseFault, settingFault } from '@inlet/core'
import { ConfigError } from '@inlet/runtime'
import { startFault } from '../start/start-fault.ts'
import { UsageError } from './command.ts'

/** An error as it is shown; `hint` is the next step. */
export interface Fault {
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
export function faultOf(error: unknown): Fault {
  if (error instanceof UsageError) {
    return { exitCode: 2, code: 'BAD_REQUEST', message: error.message, hint: error.hint }
  }
  if (error instanceof AppError) {
    const { details } = error.facts
    const hint = hints[details?.[0]?.code ?? ''] ?? null
    return { exitCode: 1, code: error.code, message: error.message, hint, ...(details ? { details } : {}) }
  }
  const fault = startFault(error)
  const code = codeOf(error)
  if (typeof fault === 'string') return { exitCode: 1, code, message: fault, hint: null }
  return {
    exitCode: 1,
    code,
    message: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault),
    hint: null,
  }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof ConfigError || settingFault(error)) return 'BAD_REQUEST'
  return databaseFault(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR'
}

/** The text for the error output: JSON in the API's shape, or lines for people. */
export function faultText({ code, message, hint, details }: Fault, isJson: boolean): string {
  if (isJson)
    return JSON.stringify({ error: { code, message, ...(hint ? { hint } : {}), ...(details ? { details } : {}) } })
  return [message, ...(hint ? [hint] : [])].join('\n')
}
