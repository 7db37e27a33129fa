import { detailParams } from './detail-codes.ts'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { decimalInteger, ulid } from './scalars.ts'

/** The query of a list that can wait for mail. */
export const waitFields = {
  after: ulid
    .meta({
      description: 'Only messages received after the one of this id, which may be deleted by now.',
      examples: [example.messageId],
    })
    .optional(),
  waitSeconds: decimalInteger(0, limits.waitSecondsMax)
    .meta({
      description:
        'Holds the answer until a message matches, for at most this many seconds; then the list is empty. Give your own client a longer time-out than this, or it hangs up before the answer comes. Not together with `cursor`.',
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
    message: 'cursor and waitSeconds exclude each other: wait with `after`',
    params: detailParams('conflicting_parameters'),
  },
] satisfies [unknown, unknown]
