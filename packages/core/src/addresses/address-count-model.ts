import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** How many addresses a service has whose plan limits them. It is made by the first reservation, and counted again when it is too old. */
export const addressCountDoc = z.object({
  /** The service. */
  _id: z.string(),
  /** Addresses and reservations: never fewer than there are, and more where some were deleted since the last count. */
  used: z.number(),
  /** Those among them that visitors and first mails made; absent in a count from before they had a share. */
  usedByVisitors: z.number().optional(),
  /** Reservations that have not ended. Past `until` their process has died, or does not know what became of the address. */
  pending: z.array(z.object({ addressId: z.string(), until: date, isByVisitor: z.literal(true).optional() })),
  /** Rises with every change: a count is stored only where nothing changed meanwhile. */
  revision: z.number(),
  /** From then on nothing can be reserved before it is counted again. */
  countedUntil: date,
})
export type AddressCountDoc = z.infer<typeof addressCountDoc>

/** Longer than any reservation lasts, so that a count is not removed with one in it. */
const keptSeconds = 3_600

/** The collection of counts of addresses. */
export const addressCountModel = defineModel<AddressCountDoc>({
  document: addressCountDoc,
  name: 'addressCounts',
  indexes: [
    // Removes counts that nobody has used for an hour, and those of deleted services.
    { key: { countedUntil: 1 }, expireAfterSeconds: keptSeconds },
  ],
})
