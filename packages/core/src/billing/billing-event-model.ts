import { daySeconds } from '@inlet/contract'
import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** An event of the provider of payment that was handled. */
export const billingEventDoc = z.object({
  /** The provider's id. */
  _id: z.string(),
  handledAt: date,
})
export type BillingEventDoc = z.infer<typeof billingEventDoc>

/** As long as Stripe sends events again, and an operator can have one sent again. */
const keptDays = 30

/** The collection of handled events. */
export const billingEventModel = defineModel<BillingEventDoc>({
  document: billingEventDoc,
  name: 'billingEvents',
  indexes: [{ key: { handledAt: 1 }, expireAfterSeconds: keptDays * daySeconds }],
})
