import type { Deps } from '../deps.ts'
import type { PasswordTurn } from './password-turns.ts'
import { hashWithScrypt, matchesScrypt, unmatchableHash } from './scrypt.ts'

// 16 MiB: a visitor shows the password at every call, and guesses are few by their limits.
const cost = { N: 16_384, r: 8, p: 1 }
const noPassword = unmatchableHash(cost)

/**
 * Hashes the password of an inbox or of an access lock. White space around it is left out, since it is lost in a request's header.
 * @throws SERVICE_UNAVAILABLE when it waited for too long
 */
export const hashVisitorPassword = (
  { passwordHashes }: Pick<Deps, 'passwordHashes'>,
  serviceId: string,
  password: string,
): Promise<string> => passwordHashes(serviceId, () => hashWithScrypt(password.trim(), cost))

interface PasswordCheck extends PasswordTurn {
  password: string | undefined
  storedHash: string | null
  /** Runs the check where a limit allows it. */
  guard?: (check: () => Promise<boolean>) => Promise<boolean>
}

/**
 * Whether a password matches a hash of `hashVisitorPassword`. One scrypt in every case but that of a password that was right within the
 * last minute: where there is no hash, or no password, or only white space, it is false and takes the same time.
 * @throws SERVICE_UNAVAILABLE when it waited for too long
 */
export async function isVisitorPassword(
  { passwordChecks, shownPasswords, clock }: Pick<Deps, 'passwordChecks' | 'shownPasswords' | 'clock'>,
  { password, storedHash, guard = (check) => check(), ...turn }: PasswordCheck,
): Promise<boolean> {
  const given = password?.trim() ?? ''
  // Where a password of white space was stored, an empty header would match.
  const compared = given === '' ? noPassword : (storedHash ?? noPassword)
  const place = { serviceId: turn.serviceId, storedHash: compared }
  return await guard(async () => {
    // Within the guard: a guess is counted also where it meets a password that its owner has just shown.
    if (shownPasswords.has(place, given, clock.now())) return true
    const isRight = await passwordChecks(turn, () => matchesScrypt(given, compared))
    if (isRight) shownPasswords.add(place, given, clock.now())
    return isRight
  })
}
