import { DatabaseSettingFault, databaseFault } from '@inlet/core'
import { MongodFault } from '@inlet/mongo'
import { ConfigError } from '@inlet/runtime'

/** Why a start failed: what an operator can mend as a sentence, anything else as the error itself, which shows where it came from. */
export function startFault(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof MongodFault) return error.message
  if (error instanceof DatabaseSettingFault) return `MONGODB_URI: ${error.message}.`
  if (isListenFault(error)) {
    return `Port ${error.port} cannot be had (${error.code}): set HTTP_PORT, SMTP_PORT or METRICS_PORT to another.`
  }
  return databaseFault(error) && error instanceof Error ? `The database does not answer: ${error.message}` : error
}

function isListenFault(error: unknown): error is Error & { code: string; port: number } {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'port' in error
}
