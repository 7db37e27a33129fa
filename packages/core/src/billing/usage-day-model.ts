import { z } from 'zod'
import { defineModel } from '../database/model.ts'

/** What is counted for each day. */
export const countedFields = [
  'messagesReceived',
  'messagesWithCode',
  'apiRequests',
  'addressesCreated',
  'deliveries',
  'bytesReceived',
] as const
export type CountedField = (typeof countedFields)[number]
const count = z.number().optional()
const countFields = {
  messagesReceived: count,
  messagesWithCode: count,
  apiRequests: count,
  addressesCreated: count,
  deliveries: count,
  bytesReceived: count,
} satisfies Record<CountedField, typeof count>
const counts = z.object(countFields)
export type Counts = z.infer<typeof counts>

/** What one service used on one day, in UTC. A count that is absent is zero. */
export const usageDayDoc = z.object({
  ...countFields,
  /** Made by `usageDayId`. */
  _id: z.string(),
  serviceId: z.string(),
  /** `YYYY-MM-DD`. */
  day: z.string(),
  /** The same by the hour, `0` to `23`, in UTC; days before yesterday have none, see `dropOldHours`. */
  hours: z.record(z.string(), counts).optional(),
  /** What test keys caused: counted apart, and never billed. */
  test: counts.optional(),
  /** By receiver, the newest of its messages that is counted here. */
  receivers: z.record(z.string(), z.string()).optional(),
})
export type UsageDayDoc = z.infer<typeof usageDayDoc>

/** The id of a day's usage: so simultaneous first counts make one document. */
export const usageDayId = (serviceId: string, day: string): string => `${serviceId}/${day}`

/** The fields of a day that a count is added to. */
export const countPaths = (field: CountedField, { isLive, at }: { isLive: boolean; at: Date }): string[] =>
  isLive ? [field, `hours.${at.getUTCHours()}.${field}`] : [`test.${field}`]

/** The collection of usage. */
export const usageDayModel = defineModel<UsageDayDoc>({
  document: usageDayDoc,
  name: 'usageDaily',
  indexes: [
    // The days of one service.
    { key: { serviceId: 1, day: 1 } },
  ],
})
