import { parentPort } from 'node:worker_threads'
import type { MessagePartName, MessageParts } from '@inlet/contract'
import { attachmentContentsIn, attachmentsIn, headersIn, linksOf } from '@inlet/mail'
import type { ThreadReady } from './worker-thread.ts'

/** The parts to be read from a mail, its bodies, and its source, which is empty where no part needs it. */
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

/** The worker thread: replies to each task with the parts of its `include`. */
parentPort?.on('message', (task: MailTask) => {
  const raw = Buffer.from(task.raw.buffer, task.raw.byteOffset, task.raw.byteLength)
  const parts: MessageParts = Object.fromEntries(task.include.map((name) => [name, readers[name](task, raw)]))
  parentPort?.postMessage(parts)
})

const ready: ThreadReady = 'ready'
parentPort?.postMessage(ready)
