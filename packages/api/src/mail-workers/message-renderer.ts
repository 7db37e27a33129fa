import type { Message } from '@inlet/contract'
import type { Caller, Deps } from '@inlet/core'
import type { Attachment, Theme } from '@inlet/mail'
import type { RenderedMail } from '@inlet/mail/render'
import { JobFailed } from '@inlet/threads'
import type { MailResult, MailTask } from './mail-worker.ts'
import { type MailWorkers, queueOf, transferable, unavailable } from './read-parts.ts'
import type { WorkItem } from './worker-pool.ts'

/** A message as a page that can be shown to anybody, with what is shown beside it. */
export interface RenderedMessage extends RenderedMail {
  attachments: Attachment[]
}

/** What is rendered: a message that the caller may read, for the theme of its service. */
export interface RenderQuery {
  message: Pick<Message, 'id' | 'textBody' | 'htmlBody'>
  theme: Theme
  /** Reads the mail's source; called at the caller's turn. */
  source: () => Promise<Buffer>
}

/**
 * Renders a message on a worker thread, or answers with what was rendered in the last minute. A mail that takes too much time or memory
 * is shown as its text, without attachments.
 * @throws TOO_MANY_REQUESTS `rate_limited` when too many mails are waiting for this caller; SERVICE_UNAVAILABLE where no thread could
 * render it; NOT_FOUND where the message is deleted meanwhile
 */
export type RenderMessage = (caller: Caller, query: RenderQuery) => Promise<RenderedMessage>

/** How long and how much is kept: a page is opened again within moments, and by several visitors of one inbox. */
const kept = { forMs: 60_000, bytes: 32 * 1024 * 1024 }

interface Kept {
  message: RenderedMessage
  bytes: number
  until: number
}

/** Makes the function that renders messages in one process. */
export function messageRenderer(clock: Deps['clock'], mailWorkers: MailWorkers): RenderMessage {
  const cache = renderedMessages(clock)
  const running = new Map<string, Promise<RenderedMessage>>()

  async function renderAndKeep(key: string, caller: Caller, query: RenderQuery): Promise<RenderedMessage> {
    try {
      const message = await render(mailWorkers, caller, query)
      cache.keep(key, message)
      return message
    } finally {
      running.delete(key)
    }
  }

  return async (caller, query) => {
    const key = `${query.message.id} ${query.theme}`
    const pending = running.get(key)
    // Simultaneous calls share one rendering. Its error may be of its caller alone, such as too many mails waiting.
    const found = pending ? await pending.catch(() => undefined) : cache.find(key)
    if (found) return found
    const own = renderAndKeep(key, caller, query)
    running.set(key, own)
    return await own
  }
}

async function render(mailWorkers: MailWorkers, caller: Caller, query: RenderQuery): Promise<RenderedMessage> {
  const { message, theme, source } = query
  const { textBody, htmlBody } = message
  const html = async (): Promise<WorkItem<MailTask>> => {
    const raw = await source()
    const task: MailTask = {
      include: ['attachments'],
      bodies: { textBody, htmlBody },
      raw,
      render: { theme, view: 'html' },
      fileIndex: null,
    }
    return { task, transfer: transferable(raw) }
  }
  const text = async (): Promise<WorkItem<MailTask>> => {
    const bodies = { textBody, htmlBody: '' }
    const raw = Buffer.alloc(0)
    return { task: { include: [], bodies, raw, render: { theme, view: 'text' }, fileIndex: null }, transfer: [] }
  }
  try {
    return toMessage(await mailWorkers.run(queueOf(caller), html))
  } catch (error) {
    if (!(error instanceof JobFailed)) throw error
    if (!error.isByWork) throw unavailable()
  }
  try {
    return toMessage(await mailWorkers.run(queueOf(caller), text))
  } catch (error) {
    throw error instanceof JobFailed ? unavailable() : error
  }
}

function toMessage({ parts, rendered }: MailResult): RenderedMessage {
  if (!rendered) throw new Error('The thread rendered nothing')
  return { ...rendered, attachments: parts.attachments ?? [] }
}

/** What was rendered lately, the oldest first; bounded in time and in bytes. */
function renderedMessages(clock: Deps['clock']) {
  const entries = new Map<string, Kept>()
  let bytes = 0

  function drop(key: string, entry: Kept): void {
    entries.delete(key)
    bytes -= entry.bytes
  }

  /** In the order of their age, so that the first that is young enough ends the search. */
  function dropOld(now: number): void {
    for (const [key, entry] of entries) {
      if (entry.until > now && bytes <= kept.bytes) return
      drop(key, entry)
    }
  }

  return {
    find(key: string): RenderedMessage | undefined {
      dropOld(clock.now().getTime())
      return entries.get(key)?.message
    },
    keep(key: string, message: RenderedMessage): void {
      const now = clock.now().getTime()
      const before = entries.get(key)
      if (before) drop(key, before)
      // Two bytes for each character; links and attachments are bounded and small beside it.
      const entry = { message, bytes: message.html.length * 2, until: now + kept.forMs }
      entries.set(key, entry)
      bytes += entry.bytes
      dropOld(now)
    },
  }
}
