import { defineModel } from '../database/model.ts'

/** The current window of one limited party, shared by all processes. */
export interface RateWindowDoc {
  /** What is limited and who: `key:<id>`, `auth:<ip>`. */
  _id: string
  /** Start of the window by the database's clock. */
  startedAt: Date
  count: number
  /** How many the last taker was given. */
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
