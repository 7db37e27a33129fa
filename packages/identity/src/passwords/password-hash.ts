import { AppError } from '@inlet/contract'
import { concurrencyLimit, hashWithScrypt, matchesScrypt, unmatchableHash } from '@inlet/core'

// 32 MiB and three rounds, as OWASP recommends.
const cost = { N: 32_768, r: 8, p: 3 }
const minChars = 10
const maxChars = 1000

// Two of the thread pool's four threads, so that files and DNS names are still read while people log in; 64 MiB at most.
const loginLimit = { concurrency: 2, maxWaiting: 64 }

/**
 * Hashes a password for storing, with scrypt (RFC 7914).
 * @throws BAD_REQUEST `password_too_short` under 10 characters, `password_too_long` over 1000
 */
export async function hashPassword(password: string): Promise<string> {
  const folded = password.normalize('NFKC')
  if (folded.length < minChars) {
    throw AppError.of('password_too_short', { message: `A password has at least ${minChars} characters` })
  }
  if (folded.length > maxChars) {
    throw AppError.of('password_too_long', { message: `A password has at most ${maxChars} characters` })
  }
  return await hashWithScrypt(folded, cost)
}

/**
 * Whether a password matches a hash. Without a hash, for an account that does not exist, it is false and takes the same time.
 * @throws SERVICE_UNAVAILABLE when too many calls wait
 */
export type IsPassword = (password: string, storedHash: string | null) => Promise<boolean>

/** Makes the password check of a process, which limits simultaneous calls. */
export function passwordCheck(): IsPassword {
  const runLimited = concurrencyLimit(loginLimit)
  return async (password, storedHash) => {
    if (password.length > maxChars) return false
    return await runLimited(() => matchesScrypt(password, storedHash ?? noAccount), tooManyLogins)
  }
}

const noAccount = unmatchableHash(cost)

const tooManyLogins = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many people are logging in', { retryAfterSeconds: 5 })
