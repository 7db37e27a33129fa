import { z } from 'zod'

/** The worst of a time: `stallMs` is the longest that the event loop was held up, `rssMb` the most memory, `rssNowMb` that of this moment. */
export const vitals = z.object({ stallMs: z.number(), rssMb: z.number(), rssNowMb: z.number() })
export type Vitals = z.infer<typeof vitals>
