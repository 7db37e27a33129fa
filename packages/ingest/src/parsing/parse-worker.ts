import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { createMailParser, malformedMail, type PackedMail, type ParsedMail, packMail } from '@inlet/mail'
import { collectGarbage } from '../intake/garbage-collection.ts'
import type { ParseAnswer, ParseTask, ThreadReady } from './parse-thread.ts'

const parseMail = createMailParser()

const largeBytes = 1024 * 1024
/** Below the main thread, which answers senders and readers. On Linux it applies to this thread only. */
const niceness = 5

/** The worker thread: parses one mail after the other and answers each, in order. */
parentPort?.on('message', ({ id, raw, envelope }: ParseTask) => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const beganAt = performance.now()
  const before = process.threadCpuUsage()
  const mail = packed(bytes, envelope)
  const { user, system } = process.threadCpuUsage(before)
  const answer: ParseAnswer = { id, mail, parseMs: performance.now() - beganAt, processorMs: (user + system) / 1_000 }
  parentPort?.postMessage(answer, [mail.content.buffer])
  if (raw.length < largeBytes || !(raw.buffer instanceof ArrayBuffer)) return
  // V8 would collect a large mail's garbage only after two or three more of them.
  raw.buffer.transfer(0)
  collectGarbage()
})

// The first mail with a number in it builds the phrases of all languages: done before the first sender waits, and its garbage collected.
packed(Buffer.from('Subject: Ready\r\n\r\nYour code is 482913.'), { mailFrom: '', isTls: false })
collectGarbage()

if (process.platform === 'linux') setPriority(niceness)
const ready: ThreadReady = 'ready'
parentPort?.postMessage(ready)

function packed(raw: Buffer, envelope: ParseTask['envelope']): PackedMail {
  return packMail(parsed(raw, envelope), raw)
}

function parsed(raw: Buffer, envelope: ParseTask['envelope']): ParsedMail {
  try {
    return parseMail(raw, envelope)
  } catch {
    return malformedMail(raw, envelope)
  }
}
