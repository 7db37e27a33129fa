import { defineModel } from '../database/model.ts'

/** Work left for the sweep: messages that no reader can see any more. */
export interface SweepOrderDoc {
  _id: string
  addressId: string
  /** The newest message id to remove; null for all of a deleted address. */
  upTo: string | null
  /** Not before every write that was under way at the time has ended. */
  dueAt: Date
}

/** The collection of sweep orders. */
export const sweepOrderModel = defineModel<SweepOrderDoc>({
  name: 'sweepOrders',
  indexes: [
    // What is due, oldest first.
    { key: { dueAt: 1 } },
  ],
})
