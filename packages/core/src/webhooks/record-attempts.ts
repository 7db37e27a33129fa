import { limits } from '@inlet/contract'
import { databaseErrorKind } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { type AttemptDoc, type DeliveryDoc, deliveryModel } from './delivery-model.ts'
import { retryDelayMs } from './retry-schedule.ts'

/** An attempt that ended, of a delivery as it was claimed. */
export interface EndedAttempt {
  delivery: DeliveryDoc
  attempt: AttemptDoc
  outcome: AttemptOutcome
  /** What the receiver asked for with 429 or 503. */
  retryAfterMs: number | null
}

/** `gone`: the receiver answered 410, so that no retry makes sense. */
export type AttemptOutcome = 'succeeded' | 'failed' | 'gone'

/** In one update: the database looks each one up in a list of them. */
const stepSize = 200

/**
 * Records attempts, and whether their deliveries are completed or due again. An attempt whose lease ended, so that another worker has
 * claimed the delivery, changes nothing: that worker's does. One that failed while its delivery was brought back leaves it due.
 */
export async function recordAttempts(deps: Deps, ended: EndedAttempt[]): Promise<void> {
  for (let first = 0; first < ended.length; first += stepSize) {
    const some = ended.slice(first, first + stepSize)
    try {
      await recordStep(deps, some)
    } catch (error) {
      // The driver repeats no update of many. This one may be: an attempt is recorded once.
      if (databaseErrorKind(error) !== 'network' && databaseErrorKind(error) !== 'not_primary') throw error
      await recordStep(deps, some)
    }
  }
}

/**
 * One update for all of them: the database plans a query once, and not for each, and has no retries to remember. It costs the database a
 * third of as many updates.
 */
async function recordStep(deps: Deps, ended: EndedAttempt[]): Promise<void> {
  const keys = ended.map(({ delivery: { _id, claimId, attemptCount } }) => `${_id} ${claimId} ${attemptCount}`)
  const results = ended.map((one) => ({
    ...stateAfter(deps, one),
    lastStatus: one.attempt.status,
    attempt: one.attempt,
    leaseEnd: one.delivery.dueAt,
  }))
  const key = { $concat: ['$_id', ' ', '$claimId', ' ', { $toString: '$attemptCount' }] }
  await deliveryModel.in(deps.db).updateMany(
    {
      _id: { $in: ended.map(({ delivery }) => delivery._id) },
      state: 'pending',
      $expr: { $in: [key, { $literal: keys }] },
    },
    [
      { $set: { result: { $arrayElemAt: [{ $literal: results }, { $indexOfArray: [{ $literal: keys }, key] }] } } },
      { $set: { result: { $mergeObjects: ['$result', ifBroughtBack] } } },
      {
        $set: {
          state: '$result.state',
          completedAt: '$result.completedAt',
          failedInRow: '$result.failedInRow',
          lastStatus: '$result.lastStatus',
          dueAt: { $ifNull: ['$result.dueAt', '$dueAt'] },
          attemptCount: { $add: ['$attemptCount', 1] },
          attempts: {
            $slice: [{ $concatArrays: ['$attempts', ['$result.attempt']] }, -limits.attemptsKept],
          },
        },
      },
      { $unset: 'result' },
    ],
    { hint: { _id: 1 } },
  )
}

/** A delivery that was resent during an attempt is not due again when its lease ends: if the attempt fails, its retries start again. */
const ifBroughtBack = {
  $cond: [
    { $and: [{ $ne: ['$dueAt', '$result.leaseEnd'] }, { $ne: ['$result.state', 'succeeded'] }] },
    { state: 'pending', completedAt: null, failedInRow: '$failedInRow', dueAt: '$dueAt' },
    {},
  ],
}

type StateAfter = Pick<DeliveryDoc, 'state' | 'completedAt' | 'failedInRow'> & Partial<Pick<DeliveryDoc, 'dueAt'>>

function stateAfter(deps: Deps, { delivery, outcome, retryAfterMs }: EndedAttempt): StateAfter {
  const now = deps.clock.now()
  if (outcome === 'succeeded') return { state: 'succeeded', completedAt: now, failedInRow: 0 }
  const failedInRow = delivery.failedInRow + 1
  const delayMs = outcome === 'gone' ? null : retryDelayMs(failedInRow, { random: Math.random(), retryAfterMs })
  if (delayMs === null) return { state: 'failed', completedAt: now, failedInRow }
  return { state: 'pending', completedAt: null, failedInRow, dueAt: new Date(now.getTime() + delayMs) }
}
