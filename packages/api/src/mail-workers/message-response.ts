import type { Message, ReadMessageInput } from '@inlet/contract'
import { type Caller, openSource, readAction, readMessage, readSource } from '@inlet/core'
import type { ApiRequest } from '../http/api-request.ts'
import { type MailWorkers, readParts } from './read-parts.ts'
import { reserveForPieces, type StreamContext, streamOf } from './stream-pieces.ts'

/** The media type of a mail's source. */
const sourceType = 'message/rfc822'

/** A source as the OpenAPI document shows it. */
export const documentedSource = {
  [sourceType]: {
    description: 'The mail as received, byte for byte, in its own charsets.',
    example: 'From: no-reply@shop.example\r\nSubject: Your code is 482913\r\n\r\nYour code is 482913.\r\n',
  },
}
interface ReadContext extends StreamContext {
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
  const ofMail = include.filter((name) => name !== 'action')
  const source = () => readSource(ctx.deps, caller, message.id)
  const parts = ofMail.length > 0 ? await readParts(ctx, caller, { message, include: ofMail, source }) : {}
  const action = include.includes('action') ? { action: await readAction(ctx.deps, caller, message.id) } : {}
  return { ...message, ...parts, ...action }
}

/**
 * Answers with the source of a message, piece by piece as the client reads it. A message that is deleted meanwhile, or an error of the
 * database, cuts the answer off.
 * @throws NOT_FOUND; SERVICE_UNAVAILABLE where the caller's budget of pending responses is used up
 */
export async function respondWithSource(
  ctx: StreamContext,
  caller: Caller,
  { id, sizeBytes }: Pick<Message, 'id' | 'sizeBytes'>,
): Promise<void> {
  reserveForPieces(ctx, sizeBytes)
  const source = await openSource(ctx.deps, caller, { id })
  ctx.request.respondWith({
    body: streamOf(ctx, source.pieces),
    headers: {
      'Content-Type': sourceType,
      'Content-Length': String(source.sizeBytes),
      'Content-Disposition': `attachment; filename="${id}.eml"`,
    },
  })
}
