import { defineModel } from '../database/model.ts'

interface Order {
  _id: string
  /** Not before every write that was under way at the time has ended. */
  dueAt: Date
}

/** Messages of an address that no reader can see any more. */
export interface InboxSweepOrder extends Order {
  addressId: string
  /** The newest message id to remove; null for all of a deleted address. */
  upTo: string | null
}

/** What lies apart and has just been written, or was named by a message that is deleted: it goes when no message names it. */
export interface SourceSweepOrder extends Order {
  sourceId: string
}

/** A domain that was removed, and may still have addresses. */
export interface DomainSweepOrder extends Order {
  domainId: string
}

/** Work left for the sweep. */
export type SweepOrderDoc = InboxSweepOrder | SourceSweepOrder | DomainSweepOrder

/** The collection of sweep orders. */
export const sweepOrderModel = defineModel<SweepOrderDoc>({
  name: 'sweepOrders',
  indexes: [
    // What is due, oldest first.
    { key: { dueAt: 1 } },
  ],
})
