import { parentPort } from 'node:worker_threads'
import { malformedMail, type ParsedMail, parseMail } from '@inlet/mail'
import type { ParseAnswer, ParseTask, ThreadReady } from './parse-thread.ts'

/** The worker thread: parses one mail after the other and answers each, in order. */
parentPort?.on('message', ({ id, raw, envelope }: ParseTask) => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const answer: ParseAnswer = { id, mail: parsed(bytes, envelope) }
  parentPort?.postMessage(answer)
  // All of it is ours: given back now, the next large mail does not have to wait for a collection.
  if (raw.buffer instanceof ArrayBuffer) raw.buffer.transfer(0)
})

const ready: ThreadReady = 'ready'
parentPort?.postMessage(ready)

function parsed(raw: Buffer, envelope: ParseTask['envelope']): ParsedMail {
  try {
    return parseMail(raw, envelope)
  } catch {
    return malformedMail(raw, envelope)
  }
}
