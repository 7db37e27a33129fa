import { z } from 'zod'

/** The fields of a list of messages that the measurements need. */
export const listedPage = z.object({
  data: z.array(z.object({ id: z.string(), addressId: z.string(), subject: z.string(), tags: z.array(z.string()) })),
})
