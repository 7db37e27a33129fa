import { z } from 'zod'
import { limits } from './limits.ts'

/** A whole number; in a query it is written as a plain decimal, in a JSON body it is a JSON number. */
export const decimalInteger = (min: number, max: number) => z.int().min(min).max(max)

/** The query of every list: `limit` (1–100, default 50) and the `meta.cursor` of the page before. */
export const pageInput = z.object({
  cursor: z.string().optional(),
  limit: decimalInteger(1, limits.pageSizeMax).default(limits.pageSizeDefault),
})

/** `{ "data": … }` around a single object. */
export const dataEnvelope = <T extends z.ZodType>(data: T) => z.object({ data })

/** `{ "data": [ … ], "meta": { "cursor", "hasMore" } }` around a page. */
export const listEnvelope = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), meta: z.object({ cursor: z.string(), hasMore: z.boolean() }) })

/** A page as the use-cases give it: `cursor` is the last position looked at, `""` where the page is empty and nothing follows. */
export interface Page<T> {
  data: T[]
  meta: { cursor: string; hasMore: boolean }
}
