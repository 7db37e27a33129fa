import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** A process that receives mail and has counted all of it up to some message. */
export const receiverDoc = z.object({
  /** `MessageDoc.receiver` of its messages. */
  _id: z.string(),
  /** When it said last that it lives. */
  aliveAt: date,
  /** Every message of its own up to this id is counted, or was never stored. */
  countedUpTo: z.string(),
})
export type ReceiverDoc = z.infer<typeof receiverDoc>

/** The collection of receiving processes, few at a time. */
export const receiverModel = defineModel<ReceiverDoc>({ document: receiverDoc, name: 'usageReceivers', indexes: [] })
