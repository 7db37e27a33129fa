import { daySeconds } from '@inlet/contract'
import { defineModel } from '../database/model.ts'

/** An event of the provider of payment that was handled. */
export interface BillingEventDoc {
  /** The provider's id. */
  _id: string
  handledAt: Date
}

/** As long as Stripe sends events again, and an operator can have one sent again. */
const keptDays = 30

/** The collection of handled events. */
export const billingEventModel = defineModel<BillingEventDoc>({
  name: 'billingEvents',
  indexes: [{ key: { handledAt: 1 }, expireAfterSeconds: keptDays * daySeconds }],
})
