import { parentPort } from 'node:worker_threads'
import type { MailPartName, MessageParts } from '@inlet/contract'
import {
  attachmentContentsIn,
  attachmentFileIn,
  attachmentsIn,
  headersIn,
  inlineImagesIn,
  type LocatedFile,
  linksOf,
  type Theme,
} from '@inlet/mail'
import { type RenderedMail, renderMail, renderText } from '@inlet/mail/render'
import type { ThreadReady } from '@inlet/threads/script'
import type { ThreadResult, ThreadTask } from './worker-pool.ts'

/** The parts to be read from a mail, its bodies, and its source, which is empty where no part needs it. */
export interface MailTask {
  include: MailPartName[]
  bodies: { textBody: string; htmlBody: string }
  raw: Uint8Array
  /** How the mail is to be rendered, if it is: for this theme, its HTML or only its text. */
  render: { theme: Theme; view: 'html' | 'text' } | null
  /** The index of the attachment that is to be found, if one is. */
  fileIndex: number | null
}

/** The parts that were asked for, the rendered mail, and where the attachment is in its source. */
export interface MailResult {
  parts: MessageParts
  rendered: RenderedMail | null
  file: LocatedFile | null
}

const readers: { [Name in MailPartName]: (task: MailTask, raw: Buffer) => MessageParts[Name] } = {
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

/** The worker thread: replies to each task with what it asks for. It gets one at a time. */
parentPort?.on('message', (tasks: ThreadTask<MailTask>[]) => {
  const results = tasks.map(({ id, task }): ThreadResult<MailResult> => ({ id, result: resultOf(task) }))
  parentPort?.postMessage(results)
})

function resultOf(task: MailTask): MailResult {
  const raw = Buffer.from(task.raw.buffer, task.raw.byteOffset, task.raw.byteLength)
  const parts: MessageParts = Object.fromEntries(task.include.map((name) => [name, readers[name](task, raw)]))
  const file = task.fileIndex === null ? null : attachmentFileIn(raw, task.fileIndex)
  return { parts, rendered: rendered(task, raw), file }
}

const ready: ThreadReady = 'ready'
parentPort?.postMessage(ready)
