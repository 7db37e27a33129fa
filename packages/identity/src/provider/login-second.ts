import type { AccountDoc } from '@inlet/core'

/** The time of a login at `now`, in Unix seconds: never before `tokensValidFrom`, which may be up to a second in the future. */
export function loginSecond({ tokensValidFrom }: AccountDoc, now: Date): number {
  return Math.max(Math.floor(now.getTime() / 1000), tokensValidFrom.getTime() / 1000)
}

/** Whether a login, or a token of one, is from before the last change of password; both in Unix seconds. */
export function isOutdated({ tokensValidFrom }: AccountDoc, loggedInAt: number): boolean {
  return loggedInAt < tokensValidFrom.getTime() / 1000
}
