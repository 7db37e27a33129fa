import { databaseError, settingError } from '@inlet/core'
import { MongodError } from '@inlet/mongo'
import { ConfigError } from '@inlet/runtime'
import { WebBuildError } from '@inlet/web-build'
import { ListenError } from './listen-error.ts'

/** Errors with a message for operators. */
const ownErrors = [ConfigError, ListenError, MongodError, WebBuildError]

/** Why a start failed: a sentence where the operator can repair it, else the error itself, whose stack shows where it came from. */
export function startError(error: unknown): unknown {
  if (ownErrors.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  const setting = settingError(error)
  if (setting) return `MONGODB_URI: ${setting.message}.`
  if (databaseError(error) && error instanceof Error)
    return `The database does not answer: ${error.message}. ${awayAdvice(error)}`
  return fileError(error) ?? error
}

/** What to check when the database does not answer. */
export function awayAdvice({ message }: Error): string {
  if (/TLS|SSL|certificate/i.test(message)) {
    return 'See tls and tlsCAFile in MONGODB_URI: the database speaks no TLS, or its certificate is not trusted.'
  }
  const tls = / closed$/.test(message) ? ' It may want TLS (tls=true).' : ''
  return `See that it runs, that this machine reaches it, and that MONGODB_URI names all its members.${tls}`
}

/** A file or folder that could not be read or written: not a bug of the program. */
function fileError(error: unknown): string | null {
  if (!(error instanceof Error && 'syscall' in error && 'path' in error)) return null
  return `${error.message}. See INLET_DATA_DIR and INLET_CACHE_DIR, and who may write there.`
}
