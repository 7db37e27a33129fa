import type { RenderedMessage } from '@inlet/contract'
import { type Caller, readBodies, readService, readSource } from '@inlet/core'
import type { ApiContext } from '../../procedure/context.ts'

/** Renders a message in the theme of its service. @throws what `readBodies` and the renderer throw */
export async function renderedForMember(ctx: ApiContext, caller: Caller, id: string): Promise<RenderedMessage> {
  const message = await readBodies(ctx.deps, caller, id)
  const { theme } = await readService(ctx.deps, caller, message.serviceId)
  const source = () => readSource(ctx.deps, caller, id)
  const { html, links, blockedLoads } = await ctx.renderMessage(caller, { message, theme, source })
  return { html, links: links.map(({ url, host, text }) => ({ url, host, text })), blockedLoads }
}
