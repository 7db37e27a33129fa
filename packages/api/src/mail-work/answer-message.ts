import type { Message, ReadMessageInput } from '@inlet/contract'
import { type Caller, readMessage, readSource } from '@inlet/core'
import type { ApiContext } from '../context.ts'
import { readParts } from './read-parts.ts'

/** The media type of a mail's source. */
export const sourceType = 'message/rfc822'

/**
 * Reads a message and marks it read; with `include` it has those parts too. A client that prefers the source
 * to JSON gets that in its place, byte for byte.
 * @throws what `readMessage` throws; TOO_MANY_REQUESTS `rate_limited`; SERVICE_UNAVAILABLE where the caller has too much on its way, or
 * no thread could read the mail
 */
export async function answerMessage(ctx: ApiContext, caller: Caller, input: ReadMessageInput): Promise<Message> {
  const message = await readMessage(ctx.deps, caller, input.id)
  if (ctx.request.prefers(sourceType)) {
    await answerSource(ctx, caller, message)
    return message
  }
  const { include } = input
  if (!include) return message
  const source = () => readSource(ctx.deps, caller, message.id)
  return { ...message, ...(await readParts(ctx, caller, { message, include, source })) }
}

async function answerSource({ deps, request }: ApiContext, caller: Caller, message: Message): Promise<void> {
  // Before it is read: what a slow client has not taken yet is memory.
  request.reserve(message.sizeBytes)
  request.answerWith({
    body: await readSource(deps, caller, message.id),
    headers: {
      'Content-Type': sourceType,
      'Content-Disposition': `attachment; filename="${message.id}.eml"`,
    },
  })
}
