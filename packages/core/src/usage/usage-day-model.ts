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
export type Counts = Partial<Record<CountedField, number>>

/** What one service used on one day, in UTC. A count that is absent is zero. */
export interface UsageDayDoc extends Counts {
  /** Made by `usageDayId`. */
  _id: string
  serviceId: string
  /** `YYYY-MM-DD`. */
  day: string
  /** The same by the hour, `0` to `23`, in UTC; days before yesterday have none, see `dropOldHours`. */
  hours?: Record<string, Counts>
  /** What test keys caused: counted apart, and never billed. */
  test?: Counts
  /** By receiver, the newest of its messages that is counted here. */
  receivers?: Record<string, string>
}

/** The id of a day's usage: so simultaneous first counts make one document. */
export const usageDayId = (serviceId: string, day: string): string => `${serviceId}/${day}`

/** The fields of a day that a count is added to. */
export const countPaths = (field: CountedField, { isLive, at }: { isLive: boolean; at: Date }): string[] =>
  isLive ? [field, `hours.${at.getUTCHours()}.${field}`] : [`test.${field}`]

/** The collection of usage. */
export const usageDayModel = defineModel<UsageDayDoc>({
  name: 'usageDaily',
  indexes: [
    // The days of one service.
    { key: { serviceId: 1, day: 1 } },
  ],
})
