import { AppError } from '@inlet/contract'
import {
  type ApiKeyCaller,
  type GuardGuess,
  type GuardUnlock,
  newAddressWindow,
  type RateLimit,
  type RateReservation,
  type RateVerdict,
  type UserCaller,
} from '@inlet/core'
import { addressBlock, addressNetwork, clientLimits } from '@inlet/runtime'
import type { ApiContext } from '../procedure/context.ts'
import type { ClientRate } from '../procedure/meta.ts'

const minuteMs = 60_000
/** The window of the limits for passwords. */
export const quarterHourMs = 15 * minuteMs

const failedCredentials: ClientRate = { bucket: 'auth', limit: 'failedCredentialsPerMinute', windowMs: minuteMs }
const visitorCalls: ClientRate = { bucket: 'public', limit: 'publicRequestsPerMinute', windowMs: minuteMs }

/** Counts a call of a key against its limit. @throws TOO_MANY_REQUESTS `rate_limited` */
export const countKeyCall = (ctx: ApiContext, { keyId }: ApiKeyCaller): Promise<void> =>
  count(ctx, { bucket: `key:${keyId}`, limit: ctx.limits.apiKeyRequestsPerMinute, windowMs: minuteMs, blockMax: 10 })

/** Counts a call of a user against their limit. @throws TOO_MANY_REQUESTS `rate_limited` */
export const countUserCall = (ctx: ApiContext, { userId }: UserCaller): Promise<void> =>
  count(ctx, { bucket: `user:${userId}`, limit: ctx.limits.userRequestsPerMinute, windowMs: minuteMs, blockMax: 10 })

/** Counts a failed credential against the limit of its client. @throws TOO_MANY_REQUESTS `rate_limited` */
export const countFailedCredential = (ctx: ApiContext): Promise<void> => countForClient(ctx, failedCredentials)

/**
 * Counts a call of a visitor against the limit of all such calls, and against those of its procedure. @throws TOO_MANY_REQUESTS `rate_limited`
 */
export async function countVisitorCall(ctx: ApiContext, rates: readonly ClientRate[] = []): Promise<void> {
  await countForClient(ctx, visitorCalls)
  for (const rate of rates) await countTry(ctx, rate)
}

/** The client of a request, as limits count it. */
export const clientOf = ({ request }: Pick<ApiContext, 'request'>): string => addressBlock(request.clientIp)

/** The network of a request's client, by which checks of passwords take turns. */
export const networkOf = ({ request }: Pick<ApiContext, 'request'>): string => addressNetwork(request.clientIp)

/** Counts against a limit of the client. @throws TOO_MANY_REQUESTS `rate_limited` */
async function countForClient(ctx: ApiContext, { bucket, limit, windowMs }: ClientRate): Promise<void> {
  await count(ctx, { bucket: `${bucket}:${clientOf(ctx)}`, limit: ctx.limits[limit], windowMs, blockMax: 1 })
}

/** Counts against a limit of the client, and of its network. @throws TOO_MANY_REQUESTS `rate_limited` */
async function countTry(ctx: ApiContext, rate: ClientRate): Promise<void> {
  for (const { key, limit } of clientLimits(ctx.request.clientIp, ctx.limits[rate.limit])) {
    await count(ctx, { bucket: `${rate.bucket}:${key}`, limit, windowMs: rate.windowMs, blockMax: 1 })
  }
}

/** Counts against a limit, and sets the headers of every limited response. */
async function count({ rateLimiter, request }: ApiContext, rate: RateLimit): Promise<void> {
  const verdict = await rateLimiter.take(rate)
  request.showRateLimit(verdict)
  if (!verdict.isAllowed) throw limited(verdict)
}

/**
 * The limits of wrong passwords of inboxes: for each client, its network and each inbox. A client who had the password right has one of
 * its own in place of the inbox's, so that strangers cannot use it up.
 */
export const guessGuard =
  (ctx: ApiContext): GuardGuess =>
  async ({ addressId, isKnown }, isRight) => {
    const limit = ctx.limits.wrongInboxPasswordsPerQuarterHour
    const ofClient = clientLimits(ctx.request.clientIp, limit).map((each) => ({ ...each, key: `client ${each.key}` }))
    const ofInbox = { key: isKnown ? `known ${clientOf(ctx)} ${addressId}` : addressId, limit }
    const budgets = [...ofClient, ofInbox]
    return await guarded(ctx, { budgets: budgets.map(named('inbox-password')), isRight })
  }

/**
 * The limit of wrong passwords of a service's lock, of all clients together. Visitors who hold a valid token have another one, so that
 * strangers cannot use it up.
 */
export const unlockGuard =
  (ctx: ApiContext): GuardUnlock =>
  async ({ serviceId, isUnlocked }, isRight) => {
    const key = isUnlocked ? `unlocked ${serviceId}` : serviceId
    const budgets = [{ key, limit: ctx.limits.wrongLockPasswordsPerQuarterHour }]
    return await guarded(ctx, { budgets: budgets.map(named('lock-password')), isRight })
  }

interface Budget {
  bucket: string
  limit: number
}

const named =
  (prefix: string) =>
  ({ key, limit }: { key: string; limit: number }): Budget => ({ bucket: `${prefix}:${key}`, limit })

/**
 * Runs the check of a password where its budgets allow it. It is counted before, so that simultaneous ones cannot pass the limit, and given
 * back where the password is right. @throws TOO_MANY_REQUESTS `rate_limited`
 */
async function guarded(
  ctx: ApiContext,
  { budgets, isRight }: { budgets: Budget[]; isRight: () => Promise<boolean> },
): Promise<boolean> {
  const reserved: RateReservation[] = []
  const giveBack = () => Promise.all(reserved.map((each) => each.giveBack()))
  let isWrong = false
  try {
    for (const budget of budgets) {
      const reservation = await ctx.rateLimiter.reserve({ ...budget, windowMs: quarterHourMs })
      if (!reservation.verdict.isAllowed) {
        ctx.request.showRateLimit(reservation.verdict)
        throw limited(reservation.verdict)
      }
      reserved.push(reservation)
    }
    isWrong = !(await isRight())
    return !isWrong
  } finally {
    if (isWrong) for (const { verdict } of reserved) ctx.request.showRateLimit(verdict)
    else await giveBack()
  }
}

/**
 * Makes an address for a visitor, where their client has not made too many in this hour, first mails included. It is counted before, so that
 * simultaneous ones cannot pass the limit, and given back where none is made. @throws TOO_MANY_REQUESTS `rate_limited`
 */
export async function countingNewAddress<T>(ctx: ApiContext, make: () => Promise<T>): Promise<T> {
  const { rateLimiter, request, limits } = ctx
  const window = newAddressWindow(clientOf(ctx))
  const { verdict, giveBack } = await rateLimiter.reserve({ ...window, limit: limits.newAddressesPerHour })
  request.showRateLimit(verdict)
  if (!verdict.isAllowed) throw limited(verdict)
  try {
    return await make()
  } catch (error) {
    await giveBack()
    throw error
  }
}

const limited = ({ retryAfterSeconds }: RateVerdict) => AppError.of('rate_limited', { retryAfterSeconds })
