import { createHash } from 'node:crypto'
import { foldEmail } from '@inlet/contract'
import { type Deps, findAccountByEmail, type RateLimiter, type RateVerdict } from '@inlet/core'
import { addressBlock } from '@inlet/runtime'
import { isPassword } from '../passwords/password-hash.ts'
import { loginSecond } from './login-second.ts'

const windowMs = 15 * 60_000

/** What somebody typed, and from where. */
export interface LoginTry {
  email: string
  password: string
  clientIp: string
}

/** How a try ended; `wrong` never says what was wrong, and `loggedInAt` is in Unix seconds. */
export type LoginOutcome =
  | { state: 'accepted'; accountId: string; loggedInAt: number }
  | { state: 'wrong' }
  | { state: 'limited'; verdict: RateVerdict }

/** Tries of 15 minutes, shared by all processes. */
export interface LoginLimits {
  triesPerAccount: number
  triesPerIp: number
}

interface GuardParts {
  deps: Deps
  rateLimiter: RateLimiter
  limits: LoginLimits
}

/**
 * Checks passwords. An address without an account counts and takes as long as one with, so neither the answer nor its time tells which
 * there are. @throws SERVICE_UNAVAILABLE when too many log in at once; the driver's error when the database is away
 */
export function loginGuard({ deps, rateLimiter, limits }: GuardParts): (attempt: LoginTry) => Promise<LoginOutcome> {
  const take = (bucket: string, limit: number) => rateLimiter.take({ bucket, limit, windowMs, blockMax: 1 })

  return async ({ email, password, clientIp }) => {
    const byIp = await take(`login:ip:${addressBlock(clientIp)}`, limits.triesPerIp)
    if (!byIp.isAllowed) return { state: 'limited', verdict: byIp }
    // After the other, so that who is stopped there cannot use up somebody else's tries.
    const byAccount = await take(`login:account:${accountMark(email)}`, limits.triesPerAccount)
    if (!byAccount.isAllowed) return { state: 'limited', verdict: byAccount }

    const account = await findAccountByEmail(deps, email)
    const mayLogIn = account !== null && account.disabledAt === null
    const isRight = await isPassword(password, mayLogIn ? account.passwordHash : null)
    if (!isRight || !account) return { state: 'wrong' }
    // Of the same reading as the hash: a password that changes meanwhile makes this login one from before.
    return { state: 'accepted', accountId: account._id, loggedInAt: loginSecond(account, deps.clock.now()) }
  }
}

/** The same for every spelling of an address; no address stands in a counter's name. */
function accountMark(email: string): string {
  return createHash('sha256')
    .update(foldEmail(email.trim()) ?? email.trim().toLowerCase())
    .digest('base64url')
}
