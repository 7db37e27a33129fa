import { defineModel } from '../database/model.ts'

interface Order {
  _id: string
  /** Late enough that every write in progress at the time of the order has ended. */
  dueAt: Date
  /** The deleted service that it belongs to: that one's own order ends after it. */
  forService?: string
}

/** Messages of an address that no reader can see any more. */
export interface InboxSweepOrder extends Order {
  addressId: string
  /** The newest message id to delete; null for all messages of a deleted address. */
  upTo: string | null
}

/** Large parts that were just written, or were named by a message that is deleted: deleted when no message names them. */
export interface SourceSweepOrder extends Order {
  sourceId: string
}

/** A removed domain, which may still have addresses. */
export interface DomainSweepOrder extends Order {
  domainId: string
}

/** A wildcard that may still have addresses at the hosts of a domain inside it. */
export interface WildcardSweepOrder extends Order {
  wildcardId: string
  /** The name of that domain: a host, or another wildcard. */
  name: string
}

/** A deleted webhook, which may still have deliveries. */
export interface WebhookSweepOrder extends Order {
  webhookId: string
}

/** A deleted service with everything that it owned. */
export interface ServiceSweepOrder extends Order {
  /** The same as the id: a service has one. */
  serviceId: string
  /** Whatever was being written for the service when it was deleted is written by then, and has its own orders. */
  settledAt: Date
  /** How many records were deleted so far. */
  removed: RemovedRecords
  /** The last entry in the audit log about it. */
  reportedAt: Date
}

/** How many records of a deleted service were deleted, by collection. */
export interface RemovedRecords {
  addresses: number
  messages: number
  deliveries: number
  events: number
}

/** A task for the sweep. */
export type SweepOrderDoc =
  | InboxSweepOrder
  | SourceSweepOrder
  | DomainSweepOrder
  | WildcardSweepOrder
  | WebhookSweepOrder
  | ServiceSweepOrder

/** The collection of sweep orders. */
export const sweepOrderModel = defineModel<SweepOrderDoc>({
  name: 'sweepOrders',
  indexes: [
    // The orders that are due, oldest first.
    { key: { dueAt: 1 } },
    // Whether a deleted service has orders left.
    { key: { forService: 1 }, partialFilterExpression: { forService: { $exists: true } } },
  ],
})
