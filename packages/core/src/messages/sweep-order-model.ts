import { defineModel } from '../database/model.ts'

interface Order {
  _id: string
  /** Late enough that every write in progress at the time of the order has ended. */
  dueAt: Date
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

/** A task for the sweep. */
export type SweepOrderDoc = InboxSweepOrder | SourceSweepOrder | DomainSweepOrder

/** The collection of sweep orders. */
export const sweepOrderModel = defineModel<SweepOrderDoc>({
  name: 'sweepOrders',
  indexes: [
    // The orders that are due, oldest first.
    { key: { dueAt: 1 } },
  ],
})
