import { type EnvelopeFacts, malformedMail, type PackedMail, packMail } from '@inlet/mail'
import { addressBlock, type Log, type MailMetrics } from '@inlet/runtime'
import { createThreadPool, JobFailed, type ThreadEnd, type ThreadSource } from '@inlet/threads'
import { forThread, smallMailMaxBytes } from '../smtp/mail-buffer.ts'
import type { ParseAnswer, ParseTask } from './parse-worker.ts'

/** How many threads, how long one mail may take, and how much heap a thread has. */
export interface ParseLimits {
  workers: number
  deadlineMs: number
  heapMb: number
}

/** The script of a thread, how long its start may take, and the pause before the next start where a thread ended without a mail. */
export interface ThreadStart {
  script: URL
  limitMs: number
  pauseMs: number
}

/** Where the pool logs and counts, and where its threads come from; new ones by default. */
interface PoolParts {
  log: Log
  metrics: Pick<MailMetrics, 'parsed' | 'threadReplaced' | 'watchParseQueues' | 'watchParsing'>
  threads?: ThreadSource | undefined
}

/** Parses mails in worker threads. */
export interface ParsePool {
  /**
   * Never rejects: a mail that breaks the parser, or takes too long or too much memory, is returned as `malformed`. So is a mail that
   * still waits for a thread when its sender has been answered (`signal`): its result is not used.
   */
  parse(raw: Buffer, envelope: EnvelopeFacts & { clientIp: string }, signal?: AbortSignal): Promise<PackedMail>
  /** Settles when the threads have started, which is when mails cost what later ones do. */
  started(): Promise<void>
  /** How many mails are waiting or being parsed. */
  pending(): number
  /** How many small mails wait because no thread has room. Large ones have threads of their own to wait for. */
  waiting(): number
  stop(): Promise<void>
}

type Mail = Omit<ParseTask, 'id'>

const threadStart: ThreadStart = {
  script: new URL('./parse-worker.ts', import.meta.url),
  limitMs: 30_000,
  pauseMs: 1_000,
}
/** More than one, so that a thread does not wait for the main thread between two mails. */
const mailsPerThread = 4

/** Processor time that parsing a mail may take, in ms: two to three times what one of its size normally takes. */
const expectedMs = ({ raw }: Mail): number => 1 + raw.length / 10_000

/** Starts the pool. A client that sends slow mails delays only itself; no mail is lost with a thread that another mail ended. */
export function startParsePool(
  limits: ParseLimits,
  { log, metrics, threads }: PoolParts,
  { script, limitMs, pauseMs } = threadStart,
): ParsePool {
  const { workers, deadlineMs, heapMb } = limits
  const pool = createThreadPool<Mail, ParseAnswer>({
    ...{ script, name: 'parsing', deadlineMs, heapMb, startMs: limitMs, pauseMs, source: threads },
    ...{ threads: workers, hasLightLanes: true, jobsPerThread: mailsPerThread, waitsForThreads: true },
    costs: {
      expectedMs,
      tookMs: ({ processorMs }) => processorMs,
      isLarge: ({ raw }) => raw.length > smallMailMaxBytes,
    },
    pack: ({ id, task: { envelope, raw: bytes } }) => {
      const { raw, transfer } = forThread(bytes)
      return { task: { id, raw, envelope: { mailFrom: envelope.mailFrom, isTls: envelope.isTls } }, transfer }
    },
    onEnd: ended,
  })

  function ended({ reason, hasBegun, failedJob }: ThreadEnd<Mail>): void {
    log.warn({ reason, hasBegun, sizeBytes: failedJob?.task.raw.length ?? 0 }, 'parsing thread replaced')
    metrics.threadReplaced(reason)
  }

  metrics.watchParsing(() => pool.running)
  metrics.watchParseQueues(() => ({ small: pool.waiting.light, large: pool.waiting.heavy }))

  return {
    async parse(raw, envelope, signal) {
      const task: Mail = { raw, envelope }
      try {
        const { mail, parseMs } = await pool.run(addressBlock(envelope.clientIp), task, signal)
        metrics.parsed(parseMs)
        return mail
      } catch (error) {
        if (!(error instanceof JobFailed)) throw error
        return await withoutThread(task, error)
      }
    },
    started: () => pool.started(),
    pending: () => pool.running + pool.waiting.light + pool.waiting.heavy,
    waiting: () => pool.waiting.light,
    stop: () => pool.stop(),
  }
}

const dropped = packMail(malformedMail(Buffer.alloc(0), { mailFrom: '', isTls: false }), Buffer.alloc(0))

async function withoutThread(mail: Mail, { reason }: JobFailed): Promise<PackedMail> {
  // Nothing is known about the mail: its sender hears no reply, and tries again.
  if (reason === 'stopped') return await new Promise<never>(() => {})
  if (reason === 'dropped') {
    // At once: their part of the memory budget belongs to other mails by now, and the queue may be long.
    mail.raw = Buffer.alloc(0)
    return dropped
  }
  const { raw, envelope } = mail
  return packMail(malformedMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), envelope), raw)
}
