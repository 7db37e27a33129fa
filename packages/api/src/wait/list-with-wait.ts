import { AppError, type ListMessagesInput, type MessageListItem, type Page } from '@inlet/contract'
import {
  type Caller,
  type Deps,
  defaultSearchWaitMs,
  findAwaitedInbox,
  listMessages,
  newestMessage,
  positionBefore,
} from '@inlet/core'
import type { Metrics } from '@inlet/runtime'
import type { ApiRequest } from '../http/api-request.ts'
import type { LongPolls } from './long-polls.ts'

/** By how much the clocks of receiving processes may differ. */
const clockDifferenceMs = 5_000

/** The first look is work like that of any call. Where a search waits longer for its own turn, other calls of the user go on. */
const firstLookMs = 3_000

interface WaitContext<C extends Caller> {
  deps: Deps
  longPolls: LongPolls
  metrics: Pick<Metrics, 'http'>
  request: Pick<ApiRequest, 'onHangUp' | 'markLongPoll'>
  caller: C
  /** Where the caller is a user: lets another call of theirs begin. */
  leaveTurn?: (() => void) | undefined
  /** Authenticates the request again. */
  reauthenticate: (earlier: C) => Promise<C>
}

/**
 * Lists an inbox. With `waitSeconds` it waits until a message matches, the time is up or the client hangs up, also where the first mail
 * will create the inbox. The credential is checked again before each further query, so that it gets no mail once it has ended.
 * @throws what `listMessages` and `reauthenticate` throw; TOO_MANY_REQUESTS `rate_limited` when there are too many long polls;
 * SERVICE_UNAVAILABLE when the process stops meanwhile
 */
export async function listWithWait<C extends Caller>(
  ctx: WaitContext<C>,
  input: ListMessagesInput,
): Promise<Page<MessageListItem>> {
  const { deps } = ctx
  if (!input.waitSeconds) {
    const isAwaited = input.waitSeconds !== undefined
    return await listMessages(deps, ctx.caller, { ...input, isAwaited, isJustVisited: true })
  }

  const poll = ctx.longPolls.enter(ctx.caller)
  const waitMs = input.waitSeconds * 1000
  const endsAt = performance.now() + waitMs
  const timer = setTimeout(poll.release, waitMs)
  const startedAt = deps.clock.now().getTime()
  ctx.request.onHangUp(poll.release)
  ctx.request.markLongPoll()
  const turnTimer = setTimeout(() => ctx.leaveTurn?.(), firstLookMs)
  try {
    let { caller } = ctx
    let newerThan: string | undefined
    // Where a search stopped at its budget, and the newest message when it began.
    let unfinished: { cursor: string; newest: string | null } | undefined
    for (;;) {
      const inbox = await findAwaitedInbox(deps, caller, input.address)
      // Listen before the query, so that a message that commits in between is not missed.
      await poll.listen(input.address)
      const newest = unfinished ? unfinished.newest : ((inbox && (await newestMessage(deps, inbox._id))?._id) ?? null)
      // The search may wait for its turn as long as the poll itself, and is refused only if it gets none by then.
      const maxSearchWaitMs = Math.max(0, endsAt - performance.now()) + defaultSearchWaitMs
      const query = { ...input, cursor: unfinished?.cursor, newerThan, maxSearchWaitMs, isAwaited: true }
      const page = await listMessages(deps, caller, query)
      if (page.data.length > 0 || (poll.isReleased() && !poll.isCutShort())) {
        measureVisible(ctx, page, startedAt)
        return page
      }
      ctx.leaveTurn?.()
      if (page.meta.hasMore) unfinished = { cursor: page.meta.cursor, newest }
      else {
        unfinished = undefined
        // Messages that were searched once need not be searched again at each further mail.
        if (newest) newerThan = positionBefore(newest, clockDifferenceMs)
        if (!poll.isCutShort()) await poll.changed()
      }
      if (poll.isCutShort()) throw shuttingDown()
      caller = await ctx.reauthenticate(caller)
    }
  } finally {
    clearTimeout(timer)
    clearTimeout(turnTimer)
    poll.leave()
  }
}

/** Not an empty list, which would mean that no message came in time. */
const shuttingDown = () => new AppError('SERVICE_UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 1 })

/** Measures how long after its receipt each message was sent that came during the wait. */
function measureVisible(
  { deps, metrics }: Pick<WaitContext<Caller>, 'deps' | 'metrics'>,
  { data }: Page<MessageListItem>,
  startedAt: number,
): void {
  const now = deps.clock.now().getTime()
  for (const { receivedAt } of data) {
    const received = Date.parse(receivedAt)
    if (received >= startedAt) metrics.http.visible('held_call', now - received)
  }
}
