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

/** The server's code for a write that violates a unique index. */
export const duplicateKeyCode = 11000
/** Errors of the request itself, which no retry can fix: bugs of this program, answered as INTERNAL_SERVER_ERROR. */
const programmingErrorCodes = new Set([2, 9, 14, 40, 121, 10334])

/** Codes of a member that is no longer primary, or is shutting down. */
const notPrimaryCodes = new Set([91, 189, 10107, 11600, 11602, 13435, 13436])
const timeoutCodes = new Set([50, 262])
const writeConcernCodes = new Set([64, 79, 100])

/** Whether a unique index refused a write (after waiting for the majority, as for every write of this program). */
export function isDuplicateKey(error: unknown, field?: string): error is MongoServerError {
  if (!(error instanceof MongoServerError) || error.code !== duplicateKeyCode) return false
  return field === undefined || Object.hasOwn(Object(error.keyPattern), field)
}

/** Whether a bulk write failed for duplicate keys alone: everything else in it is written. */
export function hasOnlyDuplicates(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError) || isWriteConcernError(error)) return false
  const errors = [error.writeErrors].flat()
  return errors.length > 0 && errors.every(({ code }) => code === duplicateKeyCode)
}

/**
 * The public error for one of the driver: the database is away, slow, or did not confirm a write.
 * @returns null for errors that are not the database's
 */
export function databaseError(error: unknown): AppError | null {
  if (!(error instanceof MongoError)) return null
  if (error instanceof MongoServerError && programmingErrorCodes.has(Number(error.code))) return null
  return new AppError('SERVICE_UNAVAILABLE', 'The database does not answer', { retryAfterSeconds: 2, cause: error })
}

/**
 * The kind of a database error: it could not be reached, the connection failed, the member was no longer primary, it took too long, the
 * majority did not confirm a write, or the database refused the request.
 * @returns null for errors that are not the database's
 */
export function databaseErrorKind(
  error: unknown,
): 'unreachable' | 'network' | 'not_primary' | 'timeout' | 'write_concern' | 'refused' | null {
  if (!(error instanceof MongoError)) return null
  if (error instanceof MongoServerSelectionError) return 'unreachable'
  if (error instanceof MongoNetworkError) return 'network'
  if (isWriteConcernError(error)) return 'write_concern'
  if (error instanceof MongoServerError) {
    const code = Number(error.code)
    if (notPrimaryCodes.has(code)) return 'not_primary'
    if (writeConcernCodes.has(code)) return 'write_concern'
    return timeoutCodes.has(code) ? 'timeout' : 'refused'
  }
  // A closed client, or a pool without a free connection in time.
  return error instanceof MongoDriverError ? 'unreachable' : 'refused'
}

function isWriteConcernError(error: MongoError): boolean {
  if (error instanceof MongoWriteConcernError) return true
  return error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined
}
