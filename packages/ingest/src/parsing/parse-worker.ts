import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import {
  createMailParser,
  type EnvelopeFacts,
  malformedMail,
  type PackedMail,
  type ParsedMail,
  packMail,
} from '@inlet/mail'
import { type ThreadReady, threadProgress } from '@inlet/threads/script'
import { collectGarbage } from './garbage-collection.ts'
import { warmUpMail, warmUpMails } from './warm-up-mail.ts'

/** A mail for the thread. */
export interface ParseTask {
  id: number
  raw: Uint8Array
  envelope: EnvelopeFacts
}

/** A parsed mail. */
export interface ParseAnswer {
  id: number
  mail: PackedMail
  /** How long the thread worked on it: elapsed time and processor time. */
  parseMs: number
  processorMs: number
}

const parseMail = createMailParser()

const largeBytes = 1024 * 1024
/** Lower priority than the main thread, which answers senders and readers. On Linux it applies to this thread only. */
const niceness = 5
/** Answers wait for those of the next mails, this long at most: sending one takes as long as a tenth of a mail. */
const answersWaitMs = 1.5
/** No mail is expected to take less (`expectedMs`). */
const quickMs = 1

const progress = threadProgress(workerData)

/** The worker thread: parses one mail after the other and answers them in order, several at a time. */
parentPort?.on('message', (tasks: ParseTask[]) => {
  let answers: ParseAnswer[] = []
  let answeredAt = performance.now()
  const send = () => {
    parentPort?.postMessage(
      answers,
      answers.map(({ mail }) => mail.content.buffer),
    )
    answers = []
    answeredAt = performance.now()
  }
  for (const task of tasks) {
    // Before the next mail, which may take long.
    if (answers.length > 0 && performance.now() - answeredAt > answersWaitMs) send()
    Atomics.store(progress, 0, task.id)
    answers.push(answerOf(task))
    if (task.raw.length < largeBytes || !(task.raw.buffer instanceof ArrayBuffer)) continue
    send()
    // Without this, V8 collects the garbage of a large mail only after two or three more large ones.
    task.raw.buffer.transfer(0)
    collectGarbage()
  }
  if (answers.length > 0) send()
})

function answerOf({ id, raw, envelope }: ParseTask): ParseAnswer {
  const beganAt = performance.now()
  const before = process.threadCpuUsage()
  const mail = packed(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), envelope)
  const parseMs = performance.now() - beganAt
  // Its processor time is no more than this, which is what is expected of every mail: asking for it costs microseconds.
  if (parseMs < quickMs) return { id, mail, parseMs, processorMs: parseMs }
  const { user, system } = process.threadCpuUsage(before)
  return { id, mail, parseMs, processorMs: (user + system) / 1_000 }
}

// Where the whole process has less priority already, only root could give a thread more.
if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness)

// The first mail compiles the phrases of all languages and costs thirty times a later one, and the next ones several times, until V8 has
// compiled what is used most: done here, before a sender waits for it.
for (let mails = 0; mails < warmUpMails; mails++) packed(warmUpMail, { mailFrom: '', isTls: false })
collectGarbage()
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
