import { AppError } from '@inlet/contract'
import { MongoError, MongoServerError } from 'mongodb'

const duplicateKeyCode = 11000
/** Faults of the request itself, which no retry mends: they are our bugs and stay INTERNAL_SERVER_ERROR. */
const programmingFaultCodes = new Set([2, 9, 14, 40, 121, 10334])

/** Whether an error says that a unique index held (and waited for the majority, as every write of ours does). */
export function isDuplicateKey(error: unknown, field?: string): error is MongoServerError {
  if (!(error instanceof MongoServerError) || error.code !== duplicateKeyCode) return false
  return field === undefined || Object.hasOwn(Object(error.keyPattern), field)
}

/**
 * What an error of the driver means to the outside: the database is away, slow, or did not say whether it wrote.
 * @returns null for errors that are not the database's.
 */
export function databaseFault(error: unknown): AppError | null {
  if (!(error instanceof MongoError)) return null
  if (error instanceof MongoServerError && programmingFaultCodes.has(Number(error.code))) return null
  return new AppError('SERVICE_UNAVAILABLE', 'The database does not answer', { retryAfterSeconds: 2, cause: error })
}
