import { type AttemptError, daySeconds, deliveryStates, limits, webhookEvents } from '@inlet/contract'
import { z } from 'zod'
import { date, stored } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** One call to a webhook: its answer's status, or why there was none that counts. */
export const attemptDoc = z.object({
  at: date,
  durationMs: z.number(),
  status: z.number().nullable(),
  error: stored<AttemptError | null>('string', 'null'),
  /** At most 1 kB. */
  responseBody: z.string(),
})
export type AttemptDoc = z.infer<typeof attemptDoc>

/** One event on its way to one webhook: the queue, and the log that customers read. */
export const deliveryDoc = z.object({
  /** Made from the event's id and the webhook's (`deliveryId`), so that dispatching an event twice makes one delivery. */
  _id: z.string(),
  webhookId: z.string(),
  serviceId: z.string(),
  eventType: z.enum(webhookEvents),
  isLive: z.boolean(),
  /** The body exactly as it is sent. */
  payload: z.string(),
  state: z.enum(deliveryStates),
  /** When a pending one is due; while a worker sends it, the end of that worker's lease. */
  dueAt: date,
  /** The claim of the worker that sends it, or did last: only that claim can write the result. */
  claimId: z.string().nullable(),
  /** How often it was tried. */
  attemptCount: z.number(),
  /** How many attempts failed since it was made or brought back: the position in the schedule of retries. */
  failedInRow: z.number(),
  /** Oldest first, the last `attemptsKept`. */
  attempts: z.array(attemptDoc),
  lastStatus: z.number().nullable(),
  createdAt: date,
  /** Null while it is pending. */
  completedAt: date.nullable(),
})
export type DeliveryDoc = z.infer<typeof deliveryDoc>

/**
 * What is pending, for each webhook in the order in which it is due. The state comes first, so that the earliest of every webhook is found
 * without reading what lies between.
 */
export const pendingIndex = { state: 1, webhookId: 1, dueAt: 1 } as const

/** The deliveries of one webhook, newest first, of one type of event or of several: a query that names no type would sort in memory. */
export const typeIndex = { webhookId: 1, eventType: 1, _id: -1 } as const
/** Those of one webhook that have failed, which are few among many. */
export const failedIndex = { webhookId: 1, state: 1, _id: -1 } as const
/** The same in the order in which they were made, which a recovery follows: ids have the times of the events, which may have waited. */
export const recoveryIndex = { webhookId: 1, state: 1, createdAt: 1, _id: 1 } as const

/** The collection of deliveries. */
export const deliveryModel = defineModel<DeliveryDoc>({
  document: deliveryDoc,
  name: 'deliveries',
  shardKey: {
    key: { webhookId: 'hashed' },
    reason:
      'The queue and the log of a webhook are on one shard. An id is unique in the cluster too: it is made from that of the webhook, so equal ones meet on its shard.',
  },
  indexes: [
    { key: pendingIndex, partialFilterExpression: { state: 'pending' } },
    { key: typeIndex },
    { key: failedIndex, partialFilterExpression: { state: 'failed' } },
    { key: recoveryIndex, partialFilterExpression: { state: 'failed' } },
    { key: { createdAt: 1 }, expireAfterSeconds: limits.deliveryKeptDays * daySeconds },
  ],
})
