import { AppError, type Message, type MessagePartName, type MessageParts } from '@inlet/contract'
import { type Caller, callerId } from '@inlet/core'
import type { ApiRequest } from '../context.ts'
import type { MailTask } from './mail-worker.ts'
import type { WorkRoom } from './work-room.ts'
import { type Work, WorkFailed } from './work-thread.ts'

interface PartsContext {
  mailWork: WorkRoom<MailTask, MessageParts>
  request: Pick<ApiRequest, 'reserve' | 'onHangUp'>
}

interface Asked {
  message: Pick<Message, 'textBody' | 'htmlBody' | 'sizeBytes'>
  include: MessagePartName[]
  /** Reads the mail's source; called when the work's turn has come, where it is needed. */
  source: () => Promise<Buffer>
}

/**
 * Reads parts of a mail on a thread. A mail that takes too much time or memory has none of them.
 * @throws TOO_MANY_REQUESTS `rate_limited`; SERVICE_UNAVAILABLE where the caller has too much on its way, or no thread could read the
 * mail; TIMEOUT when the client has hung up; what `source` throws
 */
export async function readParts(ctx: PartsContext, caller: Caller, asked: Asked): Promise<MessageParts> {
  const { message, include, source } = asked
  // In base64 a file is a third longer.
  if (include.includes('attachmentContents')) ctx.request.reserve(Math.ceil((message.sizeBytes * 4) / 3))
  let hasHungUp = false
  ctx.request.onHangUp(() => {
    hasHungUp = true
  })
  const prepare = async (): Promise<Work<MailTask>> => {
    if (hasHungUp) throw new AppError('TIMEOUT', 'The client has hung up')
    const needsSource = include.some((name) => name !== 'links')
    const raw = needsSource ? await source() : Buffer.alloc(0)
    const { textBody, htmlBody } = message
    return { task: { include, bodies: { textBody, htmlBody }, raw }, transfer: ownBuffer(raw) }
  }
  try {
    return await ctx.mailWork.run(turnOf(caller), prepare)
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error
    if (!error.isByWork) throw notNow()
    return Object.fromEntries(include.map((name) => [name, []]))
  }
}

const notNow = () =>
  new AppError('SERVICE_UNAVAILABLE', 'This mail could not be read just now: try again', { retryAfterSeconds: 1 })

/** Whose turn it is: all keys of a service share one. */
const turnOf = (caller: Caller): string => (caller.kind === 'apiKey' ? caller.serviceId : callerId(caller))

/** The memory behind bytes where they are all of it: a small source lies beside its bodies, which others may be reading. */
const ownBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  byteLength > 0 && buffer.byteLength === byteLength && buffer instanceof ArrayBuffer ? [buffer] : []
