import { createHash } from 'node:crypto'
import { foldEmail } from '@inlet/contract'
import {
  type Deps,
  findAccountByEmail,
  forgetLoginDevice,
  isLoginDevice,
  type RateLimiter,
  type RateVerdict,
  rememberLoginDevice,
} from '@inlet/core'
import { addressBlock, addressNetwork, clientLimits } from '@inlet/runtime'
import { passwordCheck } from '../passwords/password-hash.ts'
import { deviceSeconds, newDeviceSecret } from './device-cookie.ts'
import { loginSecond } from './login-second.ts'

const windowMs = 15 * 60_000

/** A try to log in. */
export interface LoginTry {
  email: string
  password: string
  clientIp: string
  /** The secret of the browser's device cookie; null where it has none. */
  deviceSecret: string | null
}

/**
 * The result of a try; `wrong` does not tell whether address or password was wrong. `loggedInAt` is in Unix seconds, `deviceSecret` the
 * browser's new secret.
 */
export type LoginOutcome =
  | { state: 'accepted'; accountId: string; loggedInAt: number; deviceSecret: string }
  | { state: 'wrong' }
  | { state: 'limited'; verdict: RateVerdict }

/** Tries in 15 minutes, counted together for all processes; successful ones count too. A client is an IPv4 address or an IPv6 /64. */
export interface LoginLimits {
  /** Of one client, over all accounts; an IPv6 /48 has eight times as many. */
  triesPerIp: number
  /** Of one client to one account; a browser that logged in to it before has the same number for itself. */
  triesPerAccountAndIp: number
  /** Of all clients to one account; the browsers that logged in to it before have the same number together. */
  triesPerAccount: number
}

interface GuardParts {
  deps: Deps
  rateLimiter: RateLimiter
  limits: LoginLimits
}

/**
 * Checks passwords. An address without an account is counted in the same way and takes the same time, so that neither the response nor its
 * time tells which accounts exist. @throws SERVICE_UNAVAILABLE when too many log in at once; the driver's error when the database is away
 */
export function loginGuard({ deps, rateLimiter, limits }: GuardParts): (attempt: LoginTry) => Promise<LoginOutcome> {
  const isPassword = passwordCheck()

  /** Counts against each of these limits in turn. @returns the first that is exceeded, or null */
  async function refusal(budgets: [bucket: string, limit: number][]): Promise<RateVerdict | null> {
    for (const [bucket, limit] of budgets) {
      const verdict = await rateLimiter.take({ bucket: `login:${bucket}`, limit, windowMs, blockMax: 1 })
      if (!verdict.isAllowed) return verdict
    }
    return null
  }

  /** The shared limit comes last, so that a client stopped at its own limit does not use up the others'. */
  const refusalOfDevice = ({ secret, accountMark }: { secret: string; accountMark: string }) =>
    refusal([
      [`device:${digest(secret)}`, limits.triesPerAccountAndIp],
      [`devices:${accountMark}`, limits.triesPerAccount],
    ])

  function refusalOfClient(clientIp: string, accountMark: string) {
    return refusal([
      ...clientLimits(clientIp, limits.triesPerIp).map(({ key, limit }): [string, number] => [`ip:${key}`, limit]),
      [`pair:${accountMark}:${addressBlock(clientIp)}`, limits.triesPerAccountAndIp],
      [`account:${accountMark}`, limits.triesPerAccount],
    ])
  }

  return async ({ email, password, clientIp, deviceSecret }) => {
    const accountMark = digest(foldEmail(email.trim()) ?? email.trim().toLowerCase())
    const brought = deviceSecret === null ? null : { secret: deviceSecret, accountMark }
    const known = brought && (await isLoginDevice(deps, brought)) ? brought : null
    // A known browser over its limit, perhaps because its cookie was stolen, is treated as any other client.
    const isKnown = known !== null && (await refusalOfDevice(known)) === null
    if (!isKnown) {
      const verdict = await refusalOfClient(clientIp, accountMark)
      if (verdict) return { state: 'limited', verdict }
    }

    const account = await findAccountByEmail(deps, email)
    const mayLogIn = account !== null && account.disabledAt === null
    const storedHash = mayLogIn ? account.passwordHash : null
    const isRight = await isPassword({ password, storedHash, network: addressNetwork(clientIp), isKnown })
    if (!isRight || !account) return { state: 'wrong' }
    // From the same read as the hash: if the password changes meanwhile, this login counts as one from before.
    const loggedInAt = loginSecond(account, deps.clock.now())
    // A new secret at each login, so that one that was stolen or planted before is of no use any more.
    const secret = newDeviceSecret()
    await rememberLoginDevice(deps, { secret, accountMark }, deviceSeconds)
    if (known) await forgetLoginDevice(deps, known)
    return { state: 'accepted', accountId: account._id, loggedInAt, deviceSecret: secret }
  }
}

/** Hashed, so that counters' names contain no address and no secret. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
