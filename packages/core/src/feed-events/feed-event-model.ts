import { hourMs, type LiveEvent } from '@inlet/contract'
import { z } from 'zod'
import { date, stored } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** Longer than a feed can be resumed. */
const keptMs = 2 * hourMs

type WithoutTime<Event> = Event extends LiveEvent ? Omit<Event, 'at'> : never

/** What a feed reports, without the time, which is that of the commit. */
export type FeedContent = WithoutTime<LiveEvent>

/** A change that a feed can read from no other document, written in the transaction of that change. */
export const feedEventDoc = z.object({
  _id: z.string(),
  serviceId: z.string(),
  content: stored<FeedContent>('object'),
  createdAt: date,
})
export type FeedEventDoc = z.infer<typeof feedEventDoc>

/** The collection of such changes. */
export const feedEventModel = defineModel<FeedEventDoc>({
  document: feedEventDoc,
  name: 'feedEvents',
  indexes: [
    { key: { createdAt: 1 }, expireAfterSeconds: keptMs / 1000 },
    // Those of a deleted service.
    { key: { serviceId: 1 } },
  ],
})
