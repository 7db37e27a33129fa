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
export function errorFacts(thrown: unknown): ErrorFacts {
  if (!(thrown instanceof Error)) return { name: 'unknown', message: typeof thrown }
  const { name, message, stack } = thrown
  const code = 'code' in thrown ? thrown.code : undefined
  const place = withoutStack.test(name) ? {} : { stack }
  return { name, message, ...place, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}) }
}
