import { AppError } from '@inlet/contract'
import type { ApiKeyCaller, GuardGuess, RateLimit, RateReservation, RateVerdict } from '@inlet/core'
import { addressBlock } from '@inlet/runtime'
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

/** Counts a failed credential against the limit of its client. @throws TOO_MANY_REQUESTS `rate_limited` */
export const countFailedCredential = (ctx: ApiContext): Promise<void> => countForClient(ctx, failedCredentials)

/** Counts a call of a visitor against the limit of all such calls, and against those of its procedure. @throws TOO_MANY_REQUESTS `rate_limited` */
export async function countVisitorCall(ctx: ApiContext, rates: readonly ClientRate[] = []): Promise<void> {
  for (const rate of [visitorCalls, ...rates]) await countForClient(ctx, rate)
}

/** The client of a request, as limits count it. */
export const clientOf = ({ request }: Pick<ApiContext, 'request'>): string => addressBlock(request.clientIp)

/** Counts against a limit of the client's address. @throws TOO_MANY_REQUESTS `rate_limited` */
async function countForClient(ctx: ApiContext, { bucket, limit, windowMs }: ClientRate): Promise<void> {
  await count(ctx, { bucket: `${bucket}:${clientOf(ctx)}`, limit: ctx.limits[limit], windowMs, blockMax: 1 })
}

/** Counts against a limit, and sets the headers of every limited response. */
async function count({ rateLimiter, request }: ApiContext, rate: RateLimit): Promise<void> {
  const verdict = await rateLimiter.take(rate)
  request.showRateLimit(verdict)
  if (!verdict.isAllowed) throw limited(verdict)
}

/**
 * The limits of wrong passwords, for each inbox and for each client. A guess is counted before it is checked, so that simultaneous ones
 * cannot pass the limit, and given back where it is right.
 */
export const guessGuard =
  (ctx: ApiContext): GuardGuess =>
  async (addressId, isRight) => {
    const limit = ctx.limits.wrongInboxPasswordsPerQuarterHour
    const reserved: RateReservation[] = []
    const giveBack = () => Promise.all(reserved.map((each) => each.giveBack()))
    let isWrong = false
    try {
      for (const counted of [`client ${clientOf(ctx)}`, addressId]) {
        const bucket = `inbox-password:${counted}`
        const reservation = await ctx.rateLimiter.reserve({ bucket, limit, windowMs: quarterHourMs })
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

const limited = ({ retryAfterSeconds }: RateVerdict) => AppError.of('rate_limited', { retryAfterSeconds })
