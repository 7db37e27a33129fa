import { detailParams } from './detail-codes.ts'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { decimalInteger, ulid } from './scalars.ts'

/** The query of a list that can wait for mail. */
export const waitFields = {
  after: ulid
    .meta({
      description: 'Only messages received after the one with this id, which may have been deleted since.',
      examples: [example.messageId],
    })
    .optional(),
  waitSeconds: decimalInteger(0, limits.waitSecondsMax)
    .meta({
      description:
        'Waits until a message matches, for at most this many seconds; after that the list is empty. Give your client a longer timeout than this. Cannot be combined with `cursor`.',
      examples: [30],
    })
    .optional(),
}

/** The arguments of `refine`: a call that waits begins at the newest message. */
export const cursorExcludesWait = [
  (query: { cursor?: string | undefined; waitSeconds?: number | undefined }) =>
    query.waitSeconds === undefined || !query.cursor,
  {
    path: ['cursor'],
    message: 'cursor and waitSeconds cannot be combined: wait with `after`',
    params: detailParams('conflicting_parameters'),
  },
] satisfies [unknown, unknown]
