import { AppError } from '@inlet/contract'
import {
  MongoBulkWriteError,
  MongoDriverError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb'

/** What the server calls a write that a unique index refuses. */
export const duplicateKeyCode = 11000
/** Faults of the request itself, which no retry mends: they are our bugs and stay INTERNAL_SERVER_ERROR. */
const programmingFaultCodes = new Set([2, 9, 14, 40, 121, 10334])

/** What a member says that is no primary any more, or is shutting down. */
const notPrimaryCodes = new Set([91, 189, 10107, 11600, 11602, 13435, 13436])
const timeoutCodes = new Set([50, 262])
const writeConcernCodes = new Set([64, 79, 100])

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

/**
 * Of which kind a fault of the database is: it was not to be reached, the connection failed, a member was no primary any more, it took
 * too long, the majority did not confirm a write, or the database refused what it was asked.
 * @returns null for errors that are not the database's
 */
export function databaseFaultKind(
  error: unknown,
): 'unreachable' | 'network' | 'not_primary' | 'timeout' | 'write_concern' | 'refused' | null {
  if (!(error instanceof MongoError)) return null
  if (error instanceof MongoServerSelectionError) return 'unreachable'
  if (error instanceof MongoNetworkError) return 'network'
  if (isWriteConcernFault(error)) return 'write_concern'
  if (error instanceof MongoServerError) {
    const code = Number(error.code)
    if (notPrimaryCodes.has(code)) return 'not_primary'
    if (writeConcernCodes.has(code)) return 'write_concern'
    return timeoutCodes.has(code) ? 'timeout' : 'refused'
  }
  // A client that is closed, a pool that gave nothing in time.
  return error instanceof MongoDriverError ? 'unreachable' : 'refused'
}

function isWriteConcernFault(error: MongoError): boolean {
  if (error instanceof MongoWriteConcernError) return true
  return error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined
}
