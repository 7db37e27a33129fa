import type { Message, ReadMessageInput } from '@inlet/contract'
import { type Caller, type Deps, readMessage, readSource } from '@inlet/core'
import type { ApiRequest } from '../http/api-request.ts'
import { type MailWorkers, readParts } from './read-parts.ts'

/** The media type of a mail's source. */
export const sourceType = 'message/rfc822'

interface ReadContext {
  deps: Deps
  mailWorkers: MailWorkers
  request: ApiRequest
}

/**
 * Reads a message and marks it read; with `include` also these parts of it. To a client that prefers the source to JSON, the source is
 * sent instead, byte for byte.
 * @throws what `readMessage` throws; TOO_MANY_REQUESTS `rate_limited`; SERVICE_UNAVAILABLE where the caller's budget of pending responses
 * is used up, or no thread could read the mail
 */
export async function messageResponse(ctx: ReadContext, caller: Caller, input: ReadMessageInput): Promise<Message> {
  const message = await readMessage(ctx.deps, caller, input.id)
  if (ctx.request.prefers(sourceType)) {
    await respondWithSource(ctx, caller, message)
    return message
  }
  const { include } = input
  if (!include) return message
  const source = () => readSource(ctx.deps, caller, message.id)
  return { ...message, ...(await readParts(ctx, caller, { message, include, source })) }
}

async function respondWithSource({ deps, request }: ReadContext, caller: Caller, message: Message): Promise<void> {
  // Before it is read, since it stays in memory until the client has received it.
  request.reserve(message.sizeBytes)
  request.respondWith({
    body: await readSource(deps, caller, message.id),
    headers: {
      'Content-Type': sourceType,
      'Content-Disposition': `attachment; filename="${message.id}.eml"`,
    },
  })
}
