import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { createMailParser, malformedMail, type PackedMail, type ParsedMail, packMail } from '@inlet/mail'
import { collectGarbage } from './garbage-collection.ts'
import type { ParseAnswer, ParseTask, ThreadReady } from './parse-thread.ts'

const parseMail = createMailParser()

const largeBytes = 1024 * 1024
/** Lower priority than the main thread, which answers senders and readers. On Linux it applies to this thread only. */
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
  // Without this, V8 collects the garbage of a large mail only after two or three more large ones.
  raw.buffer.transfer(0)
  collectGarbage()
})

// The first mail with a number in it compiles the phrases of all languages: done here, before a sender waits for it.
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
