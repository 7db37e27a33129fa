import { AppError } from '@inlet/contract'
import { hashWithScrypt, matchesScrypt, unmatchableHash } from '@inlet/core'
import { createFairTurns, TurnTimeout } from '@inlet/threads'

// 32 MiB and three rounds, as OWASP recommends.
const cost = { N: 32_768, r: 8, p: 3 }
const minChars = 10
const maxChars = 1000

// Two of the thread pool's four threads, so that files and DNS names are still read while people log in; 64 MiB at most.
const checksAtOnce = 2

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
 * A password with the hash of its account, null for one that does not exist, and the network from where it comes; `isKnown` where the
 * browser has logged in to the account before.
 */
interface TriedPassword {
  password: string
  storedHash: string | null
  network: string
  isKnown?: boolean
}

/**
 * Whether a password matches a hash. Without a hash it is false and takes the same time.
 * @throws SERVICE_UNAVAILABLE when it waited for too long
 */
export type IsPassword = (tried: TriedPassword) => Promise<boolean>

/**
 * Makes the password check of a process. Checks take turns by network, one of each at a time. Known browsers do not stand in line behind
 * those that guess: all of these together are as one network to them.
 */
export function passwordCheck(maxWaitMs = 5_000): IsPassword {
  const guessing = createFairTurns({ perKey: 1, total: checksAtOnce })
  const checks = createFairTurns({ perKey: checksAtOnce, total: checksAtOnce })
  return async ({ password, storedHash, network, isKnown = false }) => {
    if (password.length > maxChars) return false
    const waitsUntil = performance.now() + maxWaitMs
    const leftMs = () => Math.max(0, waitsUntil - performance.now())
    const check = (key: string) =>
      checks.run({ key, maxWaitMs: leftMs() }, () => matchesScrypt(password, storedHash ?? noAccount))
    try {
      if (isKnown) return await check(network)
      return await guessing.run({ key: network, maxWaitMs }, () => check('guessing'))
    } catch (error) {
      throw error instanceof TurnTimeout ? tooManyLogins() : error
    }
  }
}

const noAccount = unmatchableHash(cost)

const tooManyLogins = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many people are logging in', { retryAfterSeconds: 5 })
