import { Readable } from 'node:stream'
import type { Message, ReadMessageInput } from '@inlet/contract'
import { type Caller, type Deps, openSource, readMessage, readSource } from '@inlet/core'
import type { Log } from '@inlet/runtime'
import type { ApiRequest } from '../http/api-request.ts'
import { type MailWorkers, readParts } from './read-parts.ts'

/** The media type of a mail's source. */
const sourceType = 'message/rfc822'

/** A source as the OpenAPI document shows it. */
export const documentedSource = {
  [sourceType]: {
    description: 'The mail as it came, byte for byte, in whatever charsets it has.',
    example: 'From: no-reply@shop.example\r\nSubject: Your code is 482913\r\n\r\nYour code is 482913.\r\n',
  },
}
/**
 * At most this much of a source is in memory while it is sent: a piece that is being read, one that waits, and one that the client has not
 * taken yet, each of 1 MiB.
 */
const pendingMaxBytes = 4 * 1024 * 1024

interface SourceContext {
  deps: Deps
  request: Pick<ApiRequest, 'id' | 'reserve' | 'respondWith'>
  log: Log
}

interface ReadContext extends SourceContext {
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

/**
 * Answers with the source of a message, piece by piece as the client reads it. A message that is deleted meanwhile, or a fault of the
 * database, cuts the answer off.
 * @throws NOT_FOUND; SERVICE_UNAVAILABLE where the caller's budget of pending responses is used up
 */
export async function respondWithSource(
  { deps, request, log }: SourceContext,
  caller: Caller,
  { id, sizeBytes }: Pick<Message, 'id' | 'sizeBytes'>,
): Promise<void> {
  // Before anything is read.
  request.reserve(Math.min(sizeBytes, pendingMaxBytes))
  const source = await openSource(deps, caller, id)
  const body = Readable.from(source.pieces, { objectMode: false, highWaterMark: 1 })
  body.on('error', (error) => log.error({ requestId: request.id, error }, 'response ended early'))
  request.respondWith({
    body,
    headers: {
      'Content-Type': sourceType,
      'Content-Length': String(source.sizeBytes),
      'Content-Disposition': `attachment; filename="${id}.eml"`,
    },
  })
}
