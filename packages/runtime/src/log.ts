import { type Logger, pino } from 'pino'
import { errorFacts } from './error-facts.ts'

/** Writes one JSON object a line to the standard output. */
export type Log = Logger

/** What a log goes to: anything with `write`, standard output by default. */
interface LogTarget {
  write(line: string): void
}

/** Fields of a line that would carry secrets or contents; the call sites do not log them, and this is the second lock. */
const secrets = ['apiKey', 'authorization', 'password', 'token']
const contents = ['otpCode', 'subject', 'preview', 'summary', 'searchText', 'textBody', 'htmlBody', 'raw', 'content']
const masked = [...secrets, ...contents]

/** The line without them; pino's own redaction costs each line more than all the rest of it. */
function maskedLine(line: Record<string, unknown>): Record<string, unknown> {
  const present = masked.filter((field) => field in line)
  return present.length === 0 ? line : { ...line, ...Object.fromEntries(present.map((field) => [field, '[masked]'])) }
}

// A system call a line costs more than the line: they go out together, at the latest after 200 ms.
const buffered = { dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }

/** Makes the process's log. `level` is one of pino's, from `trace` to `silent`. */
export function createLog(level: string, target?: LogTarget): Log {
  const options = {
    level,
    formatters: { log: maskedLine },
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    errorKey: 'error',
    serializers: { error: errorFacts },
  }
  return target ? pino(options, target) : pino(options, pino.destination(buffered))
}
