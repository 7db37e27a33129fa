import { z } from 'zod'

/**
 * What a process went through in a time: `stallMs` is the longest that the event loop was held up, `ownStallMs` the longest by itself,
 * without the time in which other processes and threads had the processors; `rssMb` the most memory, `rssNowMb` that of this moment,
 * `processorMs` the time of all its threads.
 */
export const vitals = z.object({
  stallMs: z.number(),
  ownStallMs: z.number(),
  rssMb: z.number(),
  rssNowMb: z.number(),
  processorMs: z.number(),
})
export type Vitals = z.infer<typeof vitals>
