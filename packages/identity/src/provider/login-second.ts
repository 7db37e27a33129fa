import type { AccountDoc } from '@inlet/core'

const secondOf = (time: Date | undefined) => (time?.getTime() ?? 0) / 1000

/** The time of a token without a login at `now`, in Unix seconds: never before `tokensValidFrom`, which may be up to a second in the future. */
export function tokenSecond({ tokensValidFrom }: AccountDoc, now: Date): number {
  return Math.max(Math.floor(now.getTime() / 1000), secondOf(tokensValidFrom))
}

/** The time of a login at `now`, in the same way: not before `loginsValidFrom` either. */
export function loginSecond(account: AccountDoc, now: Date): number {
  return Math.max(tokenSecond(account, now), secondOf(account.loginsValidFrom))
}

/** Whether a token, or the login of one, is from before the last change of password; both in Unix seconds. */
export function isOutdated({ tokensValidFrom }: AccountDoc, issuedAt: number): boolean {
  return issuedAt < secondOf(tokensValidFrom)
}

/** Whether a login is from before that change, or from before the person ended their logins; both in Unix seconds. */
export function isEndedLogin(account: AccountDoc, loggedInAt: number): boolean {
  return isOutdated(account, loggedInAt) || loggedInAt < secondOf(account.loginsValidFrom)
}
