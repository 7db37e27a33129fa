import { z } from 'zod'

/** As much of a list of messages as the measurements need. */
export const listedPage = z.object({
  data: z.array(z.object({ id: z.string(), addressId: z.string(), subject: z.string(), tags: z.array(z.string()) })),
})
