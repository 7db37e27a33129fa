import { defineModel } from '../database/model.ts'

/** The current window of one bucket, shared by all processes. */
export interface RateWindowDoc {
  /** The bucket, such as `key:<id>` or `auth:<ip>`. */
  _id: string
  /** Start of the window by the database's clock. */
  startedAt: Date
  count: number
  /** How many the last take got. */
  granted: number
  /** The database's clock at the last take. */
  takenAt: Date
  expiresAt: Date
}

/** The collection of rate windows. */
export const rateWindowModel = defineModel<RateWindowDoc>({
  name: 'rateWindows',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})
