import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

const order = z.object({
  _id: z.string(),
  /** Late enough that every write in progress at the time of the order has ended. */
  dueAt: date,
  /** The deleted service that it belongs to: that one's own order ends after it. */
  forService: z.string().optional(),
})

/** Messages of an address that no reader can see any more. */
export const inboxSweepOrder = order.extend({
  addressId: z.string(),
  /** The newest message id to delete; null for all messages of a deleted address. */
  upTo: z.string().nullable(),
})
export type InboxSweepOrder = z.infer<typeof inboxSweepOrder>

/** Large parts that were just written, or were named by a message that is deleted: deleted when no message names them. */
export const sourceSweepOrder = order.extend({
  sourceId: z.string(),
})
export type SourceSweepOrder = z.infer<typeof sourceSweepOrder>

/** A removed domain, which may still have addresses. */
const domainSweepOrder = order.extend({
  domainId: z.string(),
})

/** A wildcard that may still have addresses at the hosts of a domain inside it. */
export const wildcardSweepOrder = order.extend({
  wildcardId: z.string(),
  /** The name of that domain: a host, or another wildcard. */
  name: z.string(),
})
export type WildcardSweepOrder = z.infer<typeof wildcardSweepOrder>

/** A deleted webhook, which may still have deliveries. */
const webhookSweepOrder = order.extend({
  webhookId: z.string(),
})

/** How many records of a deleted service were deleted, by collection. */
export const removedRecords = z.object({
  addresses: z.number(),
  messages: z.number(),
  deliveries: z.number(),
  events: z.number(),
})
export type RemovedRecords = z.infer<typeof removedRecords>

/** A deleted service with everything that it owned. */
export const serviceSweepOrder = order.extend({
  /** The same as the id: a service has one. */
  serviceId: z.string(),
  /** Whatever was being written for the service when it was deleted is written by then, and has its own orders. */
  settledAt: date,
  /** How many records were deleted so far. */
  removed: removedRecords,
  /** The last entry in the audit log about it. */
  reportedAt: date,
})
export type ServiceSweepOrder = z.infer<typeof serviceSweepOrder>

/** A task for the sweep. */
const sweepOrderDoc = z.union([
  inboxSweepOrder,
  sourceSweepOrder,
  domainSweepOrder,
  wildcardSweepOrder,
  webhookSweepOrder,
  serviceSweepOrder,
])
export type SweepOrderDoc = z.infer<typeof sweepOrderDoc>

/** The collection of sweep orders. */
export const sweepOrderModel = defineModel<SweepOrderDoc>({
  document: sweepOrderDoc,
  name: 'sweepOrders',
  indexes: [
    // The orders that are due, oldest first.
    { key: { dueAt: 1 } },
    // Whether a deleted service has orders left.
    { key: { forService: 1 }, partialFilterExpression: { forService: { $exists: true } } },
  ],
})
