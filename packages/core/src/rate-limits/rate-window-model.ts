import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** What a take got, and the state of the window after it. Times are the database's. */
export const windowTake = z.object({
  /** Start of the window. */
  startedAt: date,
  count: z.number(),
  /** How many the take got. */
  granted: z.number(),
  takenAt: date,
})
export type WindowTake = z.infer<typeof windowTake>

/** A take from several buckets at once, kept so that its process can read it after others have taken from the bucket too. */
const jointTake = windowTake.extend({
  /** The random id of the process. */
  by: z.string(),
  /** The process counts its joint takes. */
  number: z.number(),
})

/** The current window of one bucket, shared by all processes, with its last take. */
export const rateWindowDoc = windowTake.extend({
  /** The bucket, such as `key:<id>` or `auth:<ip>`. */
  _id: z.string(),
  expiresAt: date,
  /** The last joint take of each process; absent in a bucket that has had none. */
  jointTakes: z.array(jointTake).optional(),
})
export type RateWindowDoc = z.infer<typeof rateWindowDoc>

/** The collection of rate windows. */
export const rateWindowModel = defineModel<RateWindowDoc>({
  document: rateWindowDoc,
  name: 'rateWindows',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})
