import { AppError } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import { hashWithScrypt, matchesScrypt, unmatchableHash } from './scrypt.ts'

// 16 MiB: a visitor shows the password at every call, and guesses are few by their limits.
const cost = { N: 16_384, r: 8, p: 1 }
const noPassword = unmatchableHash(cost)

/**
 * Hashes the password of an inbox or of an access lock. White space around it is left out, since it is lost in a request's header.
 * @throws SERVICE_UNAVAILABLE when too many calls wait
 */
export const hashVisitorPassword = (
  { passwordHashes }: Pick<Deps, 'passwordHashes'>,
  password: string,
): Promise<string> => passwordHashes(() => hashWithScrypt(password.trim(), cost), tooMany)

interface PasswordCheck {
  password: string | undefined
  storedHash: string | null
  /** Runs the check where a limit allows it. */
  guard?: (check: () => Promise<boolean>) => Promise<boolean>
}

/**
 * Whether a password matches a hash of `hashVisitorPassword`. One scrypt in every case: where there is no hash, or no password, or only
 * white space, it is false and takes the same time. @throws SERVICE_UNAVAILABLE when too many calls wait
 */
export async function isVisitorPassword(
  { passwordChecks }: Pick<Deps, 'passwordChecks'>,
  { password, storedHash, guard = (check) => check() }: PasswordCheck,
): Promise<boolean> {
  const given = password?.trim() ?? ''
  // Where a password of white space was stored, an empty header would match.
  const compared = given === '' ? noPassword : (storedHash ?? noPassword)
  return await passwordChecks(() => guard(() => matchesScrypt(given, compared)), tooMany)
}

const tooMany = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many passwords are being checked', { retryAfterSeconds: 2 })
