import { dayMs, hourMs, limits } from '@inlet/contract'
import { systemActor } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { databaseErrorKind } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { type AttemptDoc, type DeliveryDoc, deliveryModel } from './delivery-model.ts'
import { auditedWebhook, type WebhookDoc, webhookModel } from './webhook-model.ts'

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

/** Why a webhook was disabled by itself. */
type DisabledReason = 'gone' | 'failing'

/** The successes of a busy webhook are written to it at most this often. */
const writeSuccessEveryMs = 5_000

/**
 * Makes a function that records an attempt in its webhook and its delivery; where that disables the webhook, it calls `onDisabled`. The
 * function throws the driver's error: then the delivery is tried again when its lease ends.
 */
export function attemptRecorder(
  deps: Deps,
  onDisabled: (webhook: WebhookDoc, reason: DisabledReason) => void,
): (webhook: WebhookDoc, ended: EndedAttempt) => Promise<void> {
  const successWrittenAt = new Map<string, number>()
  const writeAttempt = groupedWrites((ended: EndedAttempt[]) => recordAttempts(deps, ended))

  async function writeSuccess({ _id, failingSince }: WebhookDoc): Promise<void> {
    const now = deps.clock.now().getTime()
    const writtenAt = successWrittenAt.get(_id)
    // A failure that another process recorded meanwhile has to be cleared at once.
    if (failingSince === null && writtenAt !== undefined && now - writtenAt < writeSuccessEveryMs) return
    successWrittenAt.set(_id, now)
    await recordWebhookSuccess(deps, _id)
  }

  async function writeFailure(webhook: WebhookDoc, reason: DisabledReason): Promise<void> {
    successWrittenAt.delete(webhook._id)
    const isDisabled =
      reason === 'gone' ? await disableWebhook(deps, webhook._id, reason) : await recordWebhookFailure(deps, webhook)
    if (isDisabled) onDisabled(webhook, reason)
  }

  return async (webhook, ended) => {
    // First the webhook: a delivery that is completed is not looked at again.
    if (ended.outcome === 'succeeded') await writeSuccess(webhook)
    else await writeFailure(webhook, ended.outcome === 'gone' ? 'gone' : 'failing')
    await writeAttempt(ended)
  }
}

/**
 * Writes items in groups, one group at a time: what comes while one is written makes the next. @returns a function that resolves when the
 * item's group is written, and rejects with the error of that write
 */
export function groupedWrites<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let next: { items: T[]; written: Promise<void> } | null = null
  let last: Promise<void> = Promise.resolve()

  async function writeAfter(before: Promise<void>, items: T[]): Promise<void> {
    // Its error is reported to its own callers.
    await before.catch(() => {})
    next = null
    await write(items)
  }

  return (item) => {
    if (!next) {
      const items: T[] = []
      next = { items, written: writeAfter(last, items) }
      last = next.written
    }
    next.items.push(item)
    return next.written
  }
}

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
      webhookId: { $in: [...new Set(ended.map(({ delivery }) => delivery.webhookId))] },
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

const minuteMs = 60_000

/** From one attempt to the next (contract, section 10): the first attempt is made at once, and the eighth is the last. */
const retryDelaysMs = [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs]

/** A receiver may ask for more time, but not for more than this. */
const longestRetryAfterMs = hourMs

/** Webhooks that failed together are not tried together: a fifth less to a fifth more. */
const jitter = 0.2

/**
 * How long to wait after the `failedInRow`th failed attempt in a row; null after the last. `retryAfterMs` is what the receiver asked for,
 * at least; `random` is at least 0 and below 1.
 */
export function retryDelayMs(
  failedInRow: number,
  { random, retryAfterMs }: { random: number; retryAfterMs: number | null },
): number | null {
  const delay = retryDelaysMs[failedInRow - 1]
  if (delay === undefined) return null
  const jittered = delay * (1 - jitter + 2 * jitter * random)
  return Math.max(Math.round(jittered), Math.min(retryAfterMs ?? 0, longestRetryAfterMs))
}

const failingMs = limits.webhookFailingDays * dayMs

/** Records that a delivery succeeded: what failed before does not count any more. */
export async function recordWebhookSuccess(deps: Deps, webhookId: string): Promise<void> {
  const changes = { lastSuccessAt: deps.clock.now(), failingSince: null }
  await webhookModel.in(deps.db).updateOne({ _id: webhookId }, { $set: changes })
}

/** Records that a delivery failed, and disables the webhook where nothing succeeded for five days. @returns whether this call disabled it */
export async function recordWebhookFailure(
  deps: Deps,
  webhook: Pick<WebhookDoc, '_id' | 'failingSince'>,
): Promise<boolean> {
  const now = deps.clock.now()
  if (webhook.failingSince === null) {
    await webhookModel.in(deps.db).updateOne({ _id: webhook._id, failingSince: null }, { $set: { failingSince: now } })
    return false
  }
  if (now.getTime() - webhook.failingSince.getTime() < failingMs) return false
  return await disableWebhook(deps, webhook._id, 'failing')
}

/**
 * Disables a webhook by itself, with its audit entry: its receiver answered 410 (`gone`), or nothing succeeded for five days. Its pending
 * deliveries wait. @returns false where it is disabled already, was deleted, or has succeeded meanwhile
 */
export async function disableWebhook(deps: Deps, id: string, reason: DisabledReason): Promise<boolean> {
  const longAgo = new Date(deps.clock.now().getTime() - failingMs)
  const isStillFailing = reason === 'failing' ? { failingSince: { $lte: longAgo } } : {}
  const disabled = { $set: { state: 'disabled', disabledReason: reason } } as const
  return await inTransaction(deps.db, async (tx) => {
    const webhook = await webhookModel
      .in(deps.db)
      .findOneAndUpdate({ _id: id, state: 'enabled', ...isStillFailing }, disabled, { session: tx })
    if (!webhook) return false
    const { serviceId } = webhook
    await recordAudit(deps, tx, {
      caller: systemActor,
      serviceId,
      action: 'webhook.disabled',
      target: auditedWebhook(webhook),
      note: reason,
    })
    return true
  })
}
