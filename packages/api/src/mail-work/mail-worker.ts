import { parentPort } from 'node:worker_threads'
import type { MessagePartName, MessageParts } from '@inlet/contract'
import { attachmentContentsIn, attachmentsIn, headersIn, linksOf } from '@inlet/mail'
import type { ThreadReady } from './work-thread.ts'

/** What is to be read out of a mail, and what of it: its bodies, and its source where that is needed. */
export interface MailTask {
  include: MessagePartName[]
  bodies: { textBody: string; htmlBody: string }
  raw: Uint8Array
}

const readers: { [Name in MessagePartName]: (task: MailTask, raw: Buffer) => MessageParts[Name] } = {
  links: ({ bodies }) => linksOf(bodies),
  attachments: (_, raw) => attachmentsIn(raw),
  attachmentContents: (_, raw) => attachmentContentsIn(raw),
  headers: (_, raw) => headersIn(raw),
}

/** The worker thread: answers each task with the parts that it asks for. */
parentPort?.on('message', (task: MailTask) => {
  const raw = Buffer.from(task.raw.buffer, task.raw.byteOffset, task.raw.byteLength)
  const parts: MessageParts = Object.fromEntries(task.include.map((name) => [name, readers[name](task, raw)]))
  parentPort?.postMessage(parts)
})

const ready: ThreadReady = 'ready'
parentPort?.postMessage(ready)
