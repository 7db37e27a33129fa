import { limits } from '@inlet/contract'
import type { AnyBulkWriteOperation } from 'mongodb'
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

/**
 * Records attempts, and whether their deliveries are completed or due again. An attempt whose lease ended, so that another worker has
 * claimed the delivery, changes nothing: that worker's does.
 */
export async function recordAttempts(deps: Deps, ended: EndedAttempt[]): Promise<void> {
  if (ended.length === 0) return
  const updates = ended.map((one): AnyBulkWriteOperation<DeliveryDoc> => {
    const { _id, claimId } = one.delivery
    const attempts = { $each: [one.attempt], $slice: -limits.attemptsKept }
    return {
      updateOne: {
        filter: { _id, state: 'pending', claimId },
        update: {
          $set: { ...stateAfter(deps, one), lastStatus: one.attempt.status },
          $inc: { attemptCount: 1 },
          $push: { attempts },
        },
      },
    }
  })
  await deliveryModel.in(deps.db).bulkWrite(updates, { ordered: false })
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
