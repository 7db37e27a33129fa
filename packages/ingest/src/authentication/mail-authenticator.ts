import { Worker } from 'node:worker_threads'
import type { MailEnvelope } from '@inlet/core'
import type { Log } from '@inlet/runtime'
import { forThread } from '../mail-buffer.ts'
import { type Judgement, unjudged } from './judgement.ts'
import { lookAtHead } from './mail-head.ts'
import { publicClient } from './public-client.ts'

/** What the thread is told at its start. */
export interface ThreadSettings {
  /** `ip[:port]` each; empty: the system's servers. */
  dnsServers: string[]
  /** For all questions of one mail together. */
  dnsBudgetMs: number
}

/** How mails are authenticated. */
export interface AuthenticationSettings extends ThreadSettings {
  /** Off: every verdict is `none`. */
  isOn: boolean
}

/** A mail on its way to the thread; `raw` ends with the head where no signature is to be verified. */
export interface AuthenticationTask {
  id: number
  raw: Uint8Array
  headBytes: number
  mailFrom: string
  helo: string
  publicIp: string | null
}

/** What the thread says: that it can begin, a judgement, or that DNS fell silent or is back. */
export type ThreadNews =
  | { kind: 'ready' }
  | { kind: 'judgement'; id: number; judgement: Judgement }
  | { kind: 'dns'; state: 'silent' | 'answering' }

/** Judges where mails come from. */
export interface MailAuthenticator {
  /** SPF, DKIM and DMARC in one word. Never rejects: what cannot be told, or not in time, is `none`. */
  judge(raw: Buffer, envelope: MailEnvelope): Promise<Judgement>
  stop(): Promise<void>
}

interface Evaluation {
  sizeBytes: number
  timer: NodeJS.Timeout
  settle: (judgement: Judgement) => void
}

interface Thread {
  worker: Worker
  isReady: boolean
}

/** Above these a mail's verdict is `none` at once: whoever floods us makes nobody else wait. */
const maxUnderway = 256
const maxUnderwayBytes = 64 * 1024 * 1024
const heapMb = 192

/** What the thread runs, and how long it may take beside DNS, all in ms. */
interface ThreadStart {
  script: URL
  /** For hashing; past it the thread is stuck on some mail. */
  hashingMs: number
  /** The first mails that need the thread also wait for its start. */
  startMs: number
  /** What ended one thread may end the next as soon. */
  pauseMs: number
}

const threadStart: ThreadStart = {
  script: new URL('./authentication-worker.ts', import.meta.url),
  hashingMs: 3_000,
  startMs: 10_000,
  pauseMs: 5_000,
}

/** Makes the authenticator. Its thread starts with the first mail that has a DKIM signature or comes from a public IP. */
export function createMailAuthenticator(
  settings: AuthenticationSettings,
  log: Log,
  start = threadStart,
): MailAuthenticator {
  const underway = new Map<number, Evaluation>()
  let underwayBytes = 0
  let nextId = 0
  let thread: Thread | null = null
  let startsAgainAt = 0
  let isStopped = false

  function startThread(): Thread {
    const { dnsServers, dnsBudgetMs } = settings
    const workerData: ThreadSettings = { dnsServers, dnsBudgetMs }
    const worker = new Worker(start.script, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    })
    const started: Thread = { worker, isReady: false }
    worker.on('message', (news: ThreadNews) => hear(started, news))
    worker.on('error', (error) => giveUp(started, error.name))
    worker.on('exit', () => giveUp(started, 'exit'))
    return started
  }

  function hear(from: Thread, news: ThreadNews): void {
    if (news.kind === 'ready') from.isReady = true
    if (news.kind === 'judgement') settle(news.id, news.judgement)
    if (news.kind === 'dns') log.warn({ state: news.state }, 'dns for mail authentication')
  }

  function settle(id: number, judgement: Judgement): void {
    const evaluation = underway.get(id)
    if (!evaluation) return
    underway.delete(id)
    underwayBytes -= evaluation.sizeBytes
    clearTimeout(evaluation.timer)
    evaluation.settle(judgement)
  }

  function settleAll(): void {
    for (const id of [...underway.keys()]) settle(id, unjudged)
  }

  function giveUp(failed: Thread, reason: string): void {
    if (thread !== failed) return
    thread = null
    startsAgainAt = performance.now() + start.pauseMs
    void failed.worker.terminate()
    if (!isStopped) log.warn({ reason, mails: underway.size }, 'mail authentication thread ended')
    settleAll()
  }

  function evaluate(task: Omit<AuthenticationTask, 'id'>): Promise<Judgement> {
    thread ??= startThread()
    const current = thread
    const limitMs = settings.dnsBudgetMs + start.hashingMs + (current.isReady ? 0 : start.startMs)
    nextId += 1
    const id = nextId
    return new Promise((resolve) => {
      const timer = setTimeout(() => giveUp(current, 'deadline'), limitMs)
      underway.set(id, { sizeBytes: task.raw.length, timer, settle: resolve })
      underwayBytes += task.raw.length
      const { raw, transfer } = forThread(task.raw)
      current.worker.postMessage({ ...task, id, raw }, transfer)
    })
  }

  return {
    async judge(raw, envelope) {
      if (!settings.isOn || isStopped) return unjudged
      const publicIp = publicClient(envelope.clientIp)
      const head = lookAtHead(raw)
      if (!head || (!head.hasSignature && publicIp === null)) return unjudged
      const neededBytes = head.hasSignature ? raw.length : head.sizeBytes
      const isFull = underway.size >= maxUnderway || underwayBytes + neededBytes > maxUnderwayBytes
      if (isFull || (thread === null && performance.now() < startsAgainAt)) return unjudged

      const { mailFrom, helo } = envelope
      // A copy of the head: a view would bring all the memory behind it along.
      const needed = head.hasSignature ? raw : new Uint8Array(raw.subarray(0, neededBytes))
      return await evaluate({ raw: needed, headBytes: head.sizeBytes, mailFrom, helo, publicIp })
    },
    async stop() {
      isStopped = true
      const last = thread
      thread = null
      settleAll()
      await last?.worker.terminate()
    },
  }
}
