import { parentPort } from 'node:worker_threads'
import type { MessagePartName, MessageParts } from '@inlet/contract'
import {
  attachmentContentsIn,
  attachmentFileIn,
  attachmentsIn,
  headersIn,
  inlineImagesIn,
  linksOf,
  type MailFile,
  type Theme,
} from '@inlet/mail'
import { type RenderedMail, renderMail, renderText } from '@inlet/mail/render'
import type { ThreadReady } from './worker-thread.ts'

/** The parts to be read from a mail, its bodies, and its source, which is empty where no part needs it. */
export interface MailTask {
  include: MessagePartName[]
  bodies: { textBody: string; htmlBody: string }
  raw: Uint8Array
  /** How the mail is to be rendered, if it is: for this theme, its HTML or only its text. */
  render: { theme: Theme; view: 'html' | 'text' } | null
  /** The index of the attachment whose bytes are wanted, if any are. */
  fileIndex: number | null
}

/** An attachment with its bytes, as they come from another thread. */
export interface ReadFile extends Omit<MailFile, 'bytes'> {
  bytes: Uint8Array
}

/** The parts that were asked for, the rendered mail, and the attachment. */
export interface MailResult {
  parts: MessageParts
  rendered: RenderedMail | null
  file: ReadFile | null
}

const readers: { [Name in MessagePartName]: (task: MailTask, raw: Buffer) => MessageParts[Name] } = {
  links: ({ bodies }) => linksOf(bodies),
  attachments: (_, raw) => attachmentsIn(raw),
  attachmentContents: (_, raw) => attachmentContentsIn(raw),
  headers: (_, raw) => headersIn(raw),
}

function rendered({ bodies, render }: MailTask, raw: Buffer): RenderedMail | null {
  if (!render) return null
  const { theme, view } = render
  if (view === 'text') return renderText({ ...bodies, theme })
  const images = /cid:/i.test(bodies.htmlBody) ? inlineImagesIn(raw) : new Map<string, string>()
  return renderMail({ ...bodies, images, theme })
}

/**
 * The memory of a file, which is moved and not copied: a part that is not encoded shares it with the whole mail. What Node allocates from
 * its pool cannot be moved, and is small.
 */
const memoryOf = ({ buffer }: Uint8Array): ArrayBuffer[] =>
  buffer.byteLength > Buffer.poolSize && buffer instanceof ArrayBuffer ? [buffer] : []

/** The worker thread: replies to each task with what it asks for. */
parentPort?.on('message', (task: MailTask) => {
  const raw = Buffer.from(task.raw.buffer, task.raw.byteOffset, task.raw.byteLength)
  const parts: MessageParts = Object.fromEntries(task.include.map((name) => [name, readers[name](task, raw)]))
  const file = task.fileIndex === null ? null : attachmentFileIn(raw, task.fileIndex)
  const result: MailResult = { parts, rendered: rendered(task, raw), file }
  parentPort?.postMessage(result, file ? memoryOf(file.bytes) : [])
})

const ready: ThreadReady = 'ready'
parentPort?.postMessage(ready)
