import { defineModel } from '../database/model.ts'

/** A process that receives mail and has counted all of it up to some message. */
export interface ReceiverDoc {
  /** `MessageDoc.receiver` of its messages. */
  _id: string
  /** When it said last that it lives. */
  aliveAt: Date
  /** Every message of its own up to this id is counted, or was never stored. */
  countedUpTo: string
}

/** The collection of receiving processes, few at a time. */
export const receiverModel = defineModel<ReceiverDoc>({ name: 'usageReceivers', indexes: [] })
