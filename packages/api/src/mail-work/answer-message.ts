import { AppError, type Message, type MessagePartName, type MessageParts, type ReadMessageInput } from '@inlet/contract'
import { type Caller, callerId, readMessage, readSource } from '@inlet/core'
import type { ApiContext } from '../context.ts'
import type { MailTask } from './mail-worker.ts'
import { type Work, WorkFailed } from './work-thread.ts'

/** The media type of a mail's source. */
export const sourceType = 'message/rfc822'

/**
 * Reads a message and marks it read; with `include` it has those parts too, and to whom the source is dearer than JSON it is answered
 * in its place, byte for byte.
 * @throws what `readMessage` throws; TOO_MANY_REQUESTS `rate_limited`, SERVICE_UNAVAILABLE where the caller has too much on its way
 */
export async function answerMessage(ctx: ApiContext, caller: Caller, input: ReadMessageInput): Promise<Message> {
  const message = await readMessage(ctx.deps, caller, input.id)
  if (ctx.request.prefers(sourceType)) {
    await answerSource(ctx, caller, message)
    return message
  }
  return input.include ? { ...message, ...(await partsOf(ctx, caller, { message, include: input.include })) } : message
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

interface Asked {
  message: Message
  include: MessagePartName[]
}

/** A mail that its thread does not survive has none of them. */
async function partsOf(ctx: ApiContext, caller: Caller, { message, include }: Asked): Promise<MessageParts> {
  // In base64 a file is a third longer.
  if (include.includes('attachmentContents')) ctx.request.reserve(Math.ceil((message.sizeBytes * 4) / 3))
  let hasHungUp = false
  ctx.request.onHangUp(() => {
    hasHungUp = true
  })
  const prepare = async (): Promise<Work<MailTask>> => {
    if (hasHungUp) throw new AppError('TIMEOUT', 'The client has hung up')
    const needsSource = include.some((name) => name !== 'links')
    const raw = needsSource ? await readSource(ctx.deps, caller, message.id) : Buffer.alloc(0)
    const { textBody, htmlBody } = message
    return { task: { include, bodies: { textBody, htmlBody }, raw }, transfer: ownBuffer(raw) }
  }
  try {
    return await ctx.mailWork.run(callerId(caller), prepare)
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error
    return Object.fromEntries(include.map((name) => [name, []]))
  }
}

/** The memory behind bytes where they are all of it: a small source lies beside its bodies, which others may be reading. */
const ownBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  byteLength > 0 && buffer.byteLength === byteLength && buffer instanceof ArrayBuffer ? [buffer] : []
