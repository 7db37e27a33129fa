import { defineModel } from '../database/model.ts'

/** What a take got, and the state of the window after it. Times are the database's. */
export interface WindowTake {
  /** Start of the window. */
  startedAt: Date
  count: number
  /** How many the take got. */
  granted: number
  takenAt: Date
}

/** The current window of one bucket, shared by all processes, with its last take. */
export interface RateWindowDoc extends WindowTake {
  /** The bucket, such as `key:<id>` or `auth:<ip>`. */
  _id: string
  expiresAt: Date
  /** The last joint take of each process; absent in a bucket that has had none. */
  jointTakes?: JointTake[]
}

/** A take from several buckets at once, kept so that its process can read it after others have taken from the bucket too. */
interface JointTake extends WindowTake {
  /** The random id of the process. */
  by: string
  /** The process counts its joint takes. */
  number: number
}

/** The collection of rate windows. */
export const rateWindowModel = defineModel<RateWindowDoc>({
  name: 'rateWindows',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})
