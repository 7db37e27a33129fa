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
import { addressBlock } from '@inlet/runtime'
import { passwordCheck } from '../passwords/password-hash.ts'
import { deviceSeconds, newDeviceSecret } from './device-cookie.ts'
import { loginSecond } from './login-second.ts'

const windowMs = 15 * 60_000

/** What somebody typed, and from where. */
export interface LoginTry {
  email: string
  password: string
  clientIp: string
  /** The secret of the browser's device cookie; null where it has none. */
  deviceSecret: string | null
}

/** How a try ended; `wrong` never says what was wrong, and `loggedInAt` is in Unix seconds. `deviceSecret` is the browser's from now on. */
export type LoginOutcome =
  | { state: 'accepted'; accountId: string; loggedInAt: number; deviceSecret: string }
  | { state: 'wrong' }
  | { state: 'limited'; verdict: RateVerdict }

/** Tries in 15 minutes, shared by all processes; right ones count too. A client is an IPv4 address or an IPv6 /64. */
export interface LoginLimits {
  /** Of one client, over all accounts. */
  triesPerIp: number
  /** Of one client to one account; a device that logged in to it before has as many of its own. */
  triesPerAccountAndIp: number
  /** To one account, of all clients together; the devices that logged in to it before have as many of their own together. */
  triesPerAccount: number
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
  const isPassword = passwordCheck()

  /** Takes from each of these budgets in turn. @returns the first that is used up, or null where none is */
  async function refusal(budgets: [bucket: string, limit: number][]): Promise<RateVerdict | null> {
    for (const [bucket, limit] of budgets) {
      const verdict = await rateLimiter.take({ bucket: `login:${bucket}`, limit, windowMs, blockMax: 1 })
      if (!verdict.isAllowed) return verdict
    }
    return null
  }

  /** The wide budget last, so that who is stopped at a narrow one cannot use up what others need. */
  const refusalOfDevice = ({ secret, accountMark }: { secret: string; accountMark: string }) =>
    refusal([
      [`device:${digest(secret)}`, limits.triesPerAccountAndIp],
      [`devices:${accountMark}`, limits.triesPerAccount],
    ])

  function refusalOfClient(client: string, accountMark: string) {
    return refusal([
      [`ip:${client}`, limits.triesPerIp],
      [`pair:${accountMark}:${client}`, limits.triesPerAccountAndIp],
      [`account:${accountMark}`, limits.triesPerAccount],
    ])
  }

  return async ({ email, password, clientIp, deviceSecret }) => {
    const accountMark = digest(foldEmail(email.trim()) ?? email.trim().toLowerCase())
    const brought = deviceSecret === null ? null : { secret: deviceSecret, accountMark }
    const known = brought && (await isLoginDevice(deps, brought)) ? brought : null
    // A known device whose budget is used up, perhaps by a thief of its cookie, is as good as any other client.
    if (!known || (await refusalOfDevice(known))) {
      const verdict = await refusalOfClient(addressBlock(clientIp), accountMark)
      if (verdict) return { state: 'limited', verdict }
    }

    const account = await findAccountByEmail(deps, email)
    const mayLogIn = account !== null && account.disabledAt === null
    const isRight = await isPassword(password, mayLogIn ? account.passwordHash : null)
    if (!isRight || !account) return { state: 'wrong' }
    // Of the same reading as the hash: a password that changes meanwhile makes this login one from before.
    const loggedInAt = loginSecond(account, deps.clock.now())
    // Another secret at each login: one that was stolen before, or planted, is worth nothing from now on.
    const secret = newDeviceSecret()
    await rememberLoginDevice(deps, { secret, accountMark }, deviceSeconds)
    if (known) await forgetLoginDevice(deps, known)
    return { state: 'accepted', accountId: account._id, loggedInAt, deviceSecret: secret }
  }
}

/** Neither an address nor a secret stands in a counter's name. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
