import { z } from 'zod'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { decimalInteger } from './scalars.ts'

/** The query of every list: `limit` (1–100, default 50) and the `meta.cursor` of the page before. */
export const pageInput = z.object({
  cursor: z
    .string()
    .meta({
      description: '`meta.cursor` of the previous page, with the same filters. Opaque.',
      examples: [example.cursor],
    })
    .optional(),
  limit: decimalInteger(1, limits.pageSizeMax)
    .default(limits.pageSizeDefault)
    .meta({ description: 'The maximum number of items.', examples: [limits.pageSizeDefault] }),
})

/** Where a page ends. */
export const pageMeta = z
  .object({
    cursor: z.string().meta({
      description:
        'The end of this page: pass it as `cursor` to get the next one. `""` if the page is empty and nothing follows.',
    }),
    hasMore: z.boolean().meta({ description: 'Whether there may be a next page.' }),
  })
  .meta({
    id: 'PageMeta',
    description: 'The position of a page in its list.',
    examples: [{ cursor: example.cursor, hasMore: false }],
  })

/** `{ "data": … }` around a single object. */
export const dataEnvelope = <T extends z.ZodType>(data: T) => checkedAtOnce(z.object({ data }))

/** `{ "data": [ … ], "meta": { "cursor", "hasMore" } }` around a page. */
export const listEnvelope = <T extends z.ZodType>(item: T) =>
  checkedAtOnce(z.object({ data: z.array(item), meta: pageMeta }))

/**
 * tRPC checks outputs with `parseAsync`, for which zod does not use its compiled code: a page of 50 messages takes it ten times as long. None
 * of our outputs has an asynchronous part. A frozen output that is given again is not checked again.
 */
export function checkedAtOnce<T extends z.ZodType>(schema: T): T {
  const checked = new WeakMap<object, z.output<T>>()
  const check = (output: unknown): z.output<T> => {
    if (typeof output !== 'object' || output === null || !Object.isFrozen(output)) return schema.parse(output)
    const known = checked.get(output) ?? schema.parse(output)
    Object.freeze(known)
    checked.set(output, known)
    return known
  }
  return Object.assign(schema, { parseAsync: async (output: unknown) => check(output) })
}

/** A page as the use-cases return it: `cursor` is the last position looked at, `""` where the page is empty and nothing follows. */
export interface Page<T> {
  data: T[]
  meta: { cursor: string; hasMore: boolean }
}
