import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** A process that receives mail and has counted all of it up to some message. */
export const receiverDoc = z.object({
  /** `MessageDoc.receiver` of its messages. */
  _id: z.string(),
  /** When it said last that it lives. */
  renewedAt: date.optional(),
  /**
   * The same of a process of the version before. It looks for this field, so it leaves alone the processes of this version: it would mend
   * their usage and not their addresses.
   */
  aliveAt: date.optional(),
  /** Every message of its own up to this id is counted and noted at its address, or was never stored. */
  countedUpTo: z.string(),
})
export type ReceiverDoc = z.infer<typeof receiverDoc>

/** The collection of receiving processes, few at a time. */
export const receiverModel = defineModel<ReceiverDoc>({ document: receiverDoc, name: 'usageReceivers', indexes: [] })
