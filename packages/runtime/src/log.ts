import { type Logger, pino } from 'pino'

/** Writes one JSON object a line to the standard output. */
export type Log = Logger

/** Where a log is written; standard output by default. */
interface LogTarget {
  write(line: string): void
}

/** Fields that would contain secrets or contents of mails. The callers do not log them; this is a second safeguard. */
const secrets = ['apiKey', 'authorization', 'password', 'token']
const contents = ['otpCode', 'subject', 'preview', 'summary', 'searchText', 'textBody', 'htmlBody', 'raw', 'content']
const masked = [...secrets, ...contents]

/** The line with these fields masked; pino's own redaction costs more than the rest of a line. */
function maskedLine(line: Record<string, unknown>): Record<string, unknown> {
  const present = masked.filter((field) => field in line)
  return present.length === 0 ? line : { ...line, ...Object.fromEntries(present.map((field) => [field, '[masked]'])) }
}

// A system call per line costs more than the line: lines are written together, after 200 ms at the latest.
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

/** The fields of an error that may be logged. */
interface ErrorFacts {
  name: string
  code?: string | number
  message: string
  stack?: string
}

/** The driver's errors when the database is unreachable: every waiting call fails with one, and its stack is of no use. */
const withoutStack = /^(?:MongoServerSelection|MongoNetwork|MongoPoolCleared|PoolCleared)/

/**
 * The parts of an error without contents of mails. A bulk-write error of the driver has the refused documents, with their bodies, in
 * its fields, so it must not be logged as it is.
 */
function errorFacts(thrown: unknown): ErrorFacts {
  if (!(thrown instanceof Error)) return { name: 'unknown', message: typeof thrown }
  const { name, message, stack } = thrown
  const code = 'code' in thrown ? thrown.code : undefined
  const place = withoutStack.test(name) ? {} : { stack }
  return { name, message, ...place, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}) }
}
