import { AppError } from '@inlet/contract'
import type { UserCaller } from '@inlet/core'
import { createFairTurns, type FairTurns, TurnTimeout } from '@inlet/threads'
import type { ApiContext } from '../procedure/context.ts'
import { authenticate } from './authenticate.ts'
import { countUserCall } from './rate-limits.ts'

/** How long a call waits for others of its user to end. */
const callWaitMs = 5_000

/** Makes the turns of a process. There is no limit of all users together: one who waits for a slow name server keeps nobody waiting. */
export const userTurns = (callsPerUser: number): FairTurns =>
  createFairTurns({ perKey: callsPerUser, total: Number.POSITIVE_INFINITY })

/** The work of a call; `leaveTurn` lets the next call of its user begin, where this one only waits from then on. */
type UserCall<Result> = (caller: UserCaller, leaveTurn: () => void) => Promise<Result>

/**
 * Does a user's call: it counts against the user's limit, and waits while as many of their calls run as may. One that has waited is
 * authenticated again.
 * @throws TOO_MANY_REQUESTS `rate_limited`; what `authenticate` throws
 */
export async function doUserCall<Result>(ctx: ApiContext, caller: UserCaller, call: UserCall<Result>): Promise<Result> {
  await countUserCall(ctx, caller)
  ctx.request.admit(caller.userId)
  const { promise: isLeft, resolve: leaveTurn } = Promise.withResolvers<void>()
  // A turn that is free begins before the event loop goes on.
  let hasWaited = false
  const nextPhase = setImmediate(() => {
    hasWaited = true
  })
  const { result } = await inUserTurn(ctx, { userId: caller.userId, maxWaitMs: callWaitMs }, async () => {
    clearImmediate(nextPhase)
    const again = hasWaited ? await authenticate(ctx) : caller
    const result = call(again.kind === 'user' ? again : caller, leaveTurn)
    await Promise.race([result, isLeft])
    return { result }
  })
  return await result
}

interface WantedUserTurn {
  userId: string
  maxWaitMs: number
}

/** Does work for a user when less of it runs than may. @throws TOO_MANY_REQUESTS `rate_limited` after `maxWaitMs` */
export async function inUserTurn<Result>(
  { userTurns, limits, metrics }: Pick<ApiContext, 'userTurns' | 'limits' | 'metrics'>,
  { userId, maxWaitMs }: WantedUserTurn,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await userTurns.run({ key: userId, maxWaitMs }, work)
  } catch (error) {
    if (!(error instanceof TurnTimeout)) throw error
    metrics.access.limitHit('user-calls')
    throw AppError.of('rate_limited', {
      message: `One user may have ${limits.callsPerUser} calls at a time: wait until earlier ones end`,
      retryAfterSeconds: 1,
    })
  }
}
