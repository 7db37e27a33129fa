import { mailHost } from '@inlet/contract'
import { type Entry, type Visit, type VisitorCaller, visitInbox } from '@inlet/core'
import type { ApiContext } from '../procedure/context.ts'
import { guessGuard, networkOf } from './rate-limits.ts'

/** The inputs by which a visitor names an inbox and opens it. */
export interface VisitInput extends Pick<Visit, 'unlockToken' | 'password' | 'session'> {
  address: string
}

/** Lets a visitor into an inbox; `earlier` is the same visitor's last entry, in a call that waits. @throws what `visitInbox` throws */
export async function visit(
  ctx: ApiContext & { client: string },
  input: VisitInput,
  earlier?: VisitorCaller,
): Promise<Entry> {
  const { address: fullAddress, unlockToken, password, session } = input
  const site = await ctx.sites.findSite(mailHost(fullAddress) ?? '')
  return await visitInbox(
    ctx.deps,
    { client: ctx.client, network: networkOf(ctx), fullAddress, unlockToken, password, session },
    { site, guardGuess: guessGuard(ctx), ...(earlier ? { earlier } : {}) },
  )
}
