import { parentPort } from 'node:worker_threads'
import { parseMail } from '@inlet/mail'
import type { ParseAnswer, ParseTask, ThreadReady } from './parse-pool.ts'

/** The worker thread: parses one mail after the other and answers each, in order. */
parentPort?.on('message', (task: ParseTask) => {
  void answerTo(task).then((answer) => parentPort?.postMessage(answer))
})

let last: Promise<unknown> = Promise.resolve()

const ready: ThreadReady = 'ready'
parentPort?.postMessage(ready)

function answerTo({ id, raw, envelope }: ParseTask): Promise<ParseAnswer> {
  const parsed = last.then(() => parseMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), envelope))
  last = parsed.catch(() => {})
  return parsed.then(
    (mail) => ({ id, mail }),
    () => ({ id, mail: null }),
  )
}
