import type { PublicMessage, ReadPublicMessageInput } from '@inlet/contract'
import { readMessage, readSource } from '@inlet/core'
import { visit } from '../../access/visit.ts'
import type { ApiContext } from '../../procedure/context.ts'

/**
 * Reads a message of an inbox as its page shows it, and marks it read.
 * @throws what `visit`, `readMessage` and the renderer throw
 */
export async function renderedMessage(
  ctx: ApiContext & { client: string },
  input: ReadPublicMessageInput,
): Promise<PublicMessage> {
  const { visitor, site } = await visit(ctx, input)
  const message = await readMessage(ctx.deps, visitor, input.messageId)
  const source = () => readSource(ctx.deps, visitor, message.id)
  const { html, links, blockedLoads, attachments } = await ctx.renderMessage(visitor, {
    message,
    theme: site.info.theme,
    source,
  })
  return {
    id: message.id,
    fromAddr: message.fromAddr,
    fromName: message.fromName,
    subject: message.subject,
    receivedAt: message.receivedAt,
    renderedHtml: html,
    otpCode: message.otpCode,
    blockedLoads,
    links: links.map(({ url, host, text }) => ({ url, host, text })),
    attachments: attachments.map(({ index, filename, contentType, sizeBytes }) => ({
      index,
      filename,
      contentType,
      sizeBytes,
    })),
  }
}
