/** What a log may know of an error. */
interface ErrorFacts {
  name: string
  code?: string | number
  message: string
  stack?: string
}

/** The driver's, of a database that is away. Each call that waits for it fails so, and where it waited tells nothing. */
const withoutStack = /^(?:MongoServerSelection|MongoNetwork|MongoPoolCleared|PoolCleared)/

/**
 * The parts of an error that hold nothing of a mail. A bulk-write error of the driver carries the documents that were refused,
 * bodies and all, in fields of its own, so it must not reach a log as it is.
 */
export function errorFacts(thrown: unknown): ErrorFacts {
  if (!(thrown instanceof Error)) return { name: 'unknown', message: typeof thrown }
  const { name, message, stack } = thrown
  const code = 'code' in thrown ? thrown.code : undefined
  const place = withoutStack.test(name) ? {} : { stack }
  return { name, message, ...place, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}) }
}
