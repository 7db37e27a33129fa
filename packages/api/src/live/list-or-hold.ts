import { AppError, type ListMessagesInput, type MessageListItem, type Page } from '@inlet/contract'
import {
  type Caller,
  callerId,
  defaultSearchWaitMs,
  findAwaitedInbox,
  listMessages,
  newestMessageId,
  positionBefore,
} from '@inlet/core'
import { authenticate } from '../access/authenticate.ts'
import type { ApiContext } from '../context.ts'

/** How far the clocks of receiving processes may differ. */
const clockDifferenceMs = 5_000

/**
 * Lists an inbox; with `waitSeconds` the answer is held until a message matches, the time is up or the client hangs up, also where the
 * inbox is one that its first mail will make. A credential that ends meanwhile gets no mail: it is looked at again before every look at
 * the inbox.
 * @throws what `listMessages` and `authenticate` throw; TOO_MANY_REQUESTS `rate_limited` when too many calls are held;
 * SERVICE_UNAVAILABLE when the process stops meanwhile
 */
export async function listOrHold(
  ctx: ApiContext,
  caller: Caller,
  input: ListMessagesInput,
): Promise<Page<MessageListItem>> {
  if (!input.waitSeconds)
    return await listMessages(ctx.deps, caller, { ...input, isAwaited: input.waitSeconds !== undefined })

  const held = ctx.heldCalls.enter(callerId(caller))
  const waitMs = input.waitSeconds * 1000
  const endsAt = performance.now() + waitMs
  const timer = setTimeout(held.release, waitMs)
  const heldSince = ctx.deps.clock.now().getTime()
  ctx.request.onHangUp(held.release)
  ctx.request.hold()
  try {
    let current = caller
    let newerThan: string | undefined
    // Where a look stopped at its budget, and what was the newest when it began.
    let unfinished: { cursor: string; newest: string | null } | undefined
    for (;;) {
      const inbox = await findAwaitedInbox(ctx.deps, current, input.address)
      // Listen first, then look: what commits in between is seen by one of the two.
      await held.listen(input.address)
      const newest = unfinished ? unfinished.newest : inbox && (await newestMessageId(ctx.deps, inbox._id))
      // It waits anyway: also for its turn to search, and is refused only where no turn comes at the end.
      const maxSearchWaitMs = Math.max(0, endsAt - performance.now()) + defaultSearchWaitMs
      const look = { ...input, cursor: unfinished?.cursor, newerThan, maxSearchWaitMs, isAwaited: true }
      const page = await listMessages(ctx.deps, current, look)
      if (page.data.length > 0 || (held.isReleased() && !held.isCutShort())) {
        noteVisible(ctx, page, heldSince)
        return page
      }
      if (page.meta.hasMore) unfinished = { cursor: page.meta.cursor, newest }
      else {
        unfinished = undefined
        // What has been looked through once need not be again for every mail that wakes the call.
        if (newest) newerThan = positionBefore(newest, clockDifferenceMs)
        if (!held.isCutShort()) await held.changed()
      }
      if (held.isCutShort()) throw shuttingDown()
      current = await authenticate(ctx)
    }
  } finally {
    clearTimeout(timer)
    held.leave()
  }
}

/** Not an empty list, which would say that nothing came in time: another process can tell, or this one in a moment. */
const shuttingDown = () => new AppError('SERVICE_UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 1 })

/** How long those took to be seen that came in while the call was held. */
function noteVisible({ deps, metrics }: ApiContext, { data }: Page<MessageListItem>, heldSince: number): void {
  const now = deps.clock.now().getTime()
  for (const { receivedAt } of data) {
    const received = Date.parse(receivedAt)
    if (received >= heldSince) metrics.http.visible('held_call', now - received)
  }
}
