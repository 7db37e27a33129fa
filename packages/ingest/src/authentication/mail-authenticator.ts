import type { MailEnvelope } from '@inlet/core'
import { addressBlock, type Log } from '@inlet/runtime'
import { createThreadPool, JobFailed, type ThreadEnd, type TurnLimit } from '@inlet/threads'
import ipaddr from 'ipaddr.js'
import { forThread, smallMailMaxBytes } from '../smtp/mail-buffer.ts'
import { type Judgement, unjudged } from './authentication-verdict.ts'
import type { AuthenticationAnswer, AuthenticationTask, ThreadSettings } from './authentication-worker.ts'
import { findMailHead } from './mail-head.ts'

/** How mails are authenticated. */
export interface AuthenticationSettings {
  /** Off: every verdict is `none`. */
  isOn: boolean
  /** `ip[:port]` each; empty: the system's servers. */
  dnsServers: string[]
  /** The time for a verdict, counted from the call; includes waiting, the start of a thread and DNS. */
  limitMs: number
}

/** Authenticates the senders of mails. */
export interface MailAuthenticator {
  /** The combined verdict of SPF, DKIM and DMARC. Never rejects: `none` where it is not known in time. */
  judge(raw: Buffer, envelope: MailEnvelope): Promise<Judgement>
  stop(): Promise<void>
}

interface Evaluation {
  task: Omit<AuthenticationTask, 'id' | 'dnsMs'>
  isLarge: boolean
  beganAt: number
  /** Whether the pool has it. */
  isGiven: boolean
  /** Aborted when its time is over. */
  expiry: AbortController
  timer: NodeJS.Timeout
  settle: (judgement: Judgement) => void
}

/** Above these numbers of mails, in all and for one client, the verdict of a new one is `none` at once. */
const maxUnderway = 512
const maxOfClient = 128
/** The same for the bytes of large mails. Small mails are accepted regardless of them. */
const maxLargeBytes = 64 * 1024 * 1024
const maxLargeBytesOfClient = 32 * 1024 * 1024
/** RFC 5321 §4.5.3.1: 64 and 255 and the `@`. SPF macros may insert the name many times, so longer ones are not judged. */
const pathMaxChars = 320
/** The share of the time that DNS may take; the rest is for a verdict from the answers that came. */
const dnsShare = 0.75

interface AuthenticatorStart extends TurnLimit {
  script: URL
  startMs: number
  /** The pause before the next start where a thread ended without a mail computing: the cause may still be there. */
  pauseMs: number
  /** How long a client has low priority after one of its mails ended a thread. */
  lowPriorityMs: number
}

const heapMb = 192

const standardStart: AuthenticatorStart = {
  script: new URL('./authentication-worker.ts', import.meta.url),
  startMs: 30_000,
  ...{ computeMs: 500, stuckMs: 1_500, checkMs: 50 },
  pauseMs: 5_000,
  lowPriorityMs: 60_000,
}

/**
 * Makes the authenticator. Its thread starts with the first mail that has a DKIM signature or comes from a public IP. A mail that ends
 * a thread gets `none`; the next thread judges the others. For a minute, mails of that client are judged only when no other mail is,
 * and one at a time. A mail may also end a thread after its own time limit, while the thread still computes for it.
 */
export function createMailAuthenticator(
  settings: AuthenticationSettings,
  log: Log,
  start = standardStart,
): MailAuthenticator {
  const { script, startMs, pauseMs, lowPriorityMs, ...turns } = start
  const underway = new Set<Evaluation>()
  /** Until when a client has low priority, in ms of `performance.now()`. */
  const lowPriorityUntil = new Map<string, number>()
  let isStopped = false
  const data: ThreadSettings = { dnsServers: settings.dnsServers }
  const pool = createThreadPool<Evaluation, AuthenticationAnswer>({
    ...{ script, name: 'authentication', data, heapMb, startMs, pauseMs, turns },
    ...{ threads: 1, hasLightLanes: false, jobsPerThread: Number.POSITIVE_INFINITY, waitsForThreads: false },
    pack: ({ id, task: { task, beganAt } }) => {
      const { raw, transfer } = forThread(task.raw)
      const dnsMs = Math.max(0, settings.limitMs * dnsShare - (performance.now() - beganAt))
      return { task: { ...task, id, raw, dnsMs }, transfer }
    },
    onEnd: ended,
    onNotice: (state) => log.warn({ state }, 'dns for mail authentication'),
  })

  function ended({ reason, failedJob }: ThreadEnd<Evaluation>): void {
    log.warn(
      { reason, isCausedByMail: failedJob !== undefined, mails: underway.size },
      'mail authentication thread ended',
    )
    if (failedJob) lowerPriority(failedJob.task.task.client)
  }

  function lowerPriority(client: string): void {
    const now = performance.now()
    for (const [other, until] of lowPriorityUntil) if (until <= now) lowPriorityUntil.delete(other)
    lowPriorityUntil.set(client, now + lowPriorityMs)
  }

  const hasLowPriority = (client: string) => (lowPriorityUntil.get(client) ?? 0) > performance.now()

  function settle(evaluation: Evaluation, judgement: Judgement): void {
    if (!underway.delete(evaluation)) return
    clearTimeout(evaluation.timer)
    evaluation.settle(judgement)
    if (lowPriorityUntil.size > 0 && !isStopped) dispatch()
  }

  /** Gives waiting mails to the pool: all of clients with normal priority; one of a client with low priority if the pool has no mail. */
  function dispatch(): void {
    const waiting = [...underway].filter(({ isGiven }) => !isGiven)
    for (const each of waiting) if (!hasLowPriority(each.task.client)) give(each)
    if ([...underway].some(({ isGiven }) => isGiven)) return
    const [first] = waiting
    if (first) give(first)
  }

  function give(evaluation: Evaluation): void {
    evaluation.isGiven = true
    pool.run(evaluation.task.client, evaluation, evaluation.expiry.signal).then(
      ({ judgement }) => settle(evaluation, judgement),
      (error: unknown) => {
        if (!(error instanceof JobFailed) || error.by !== 'another job') return settle(evaluation, unjudged)
        evaluation.isGiven = false
        dispatch()
      },
    )
  }

  /** A mail whose time is over gets `none`. The thread drops it at its next turn; a turn that is running can still end the thread. */
  function expire(evaluation: Evaluation): void {
    evaluation.expiry.abort()
    // The pool keeps the mail until the thread answers.
    evaluation.task.raw = new Uint8Array()
    settle(evaluation, unjudged)
  }

  function evaluate(task: Evaluation['task']): Promise<Judgement> {
    return new Promise((resolve) => {
      const evaluation: Evaluation = {
        task,
        isLarge: task.raw.length > smallMailMaxBytes,
        beganAt: performance.now(),
        isGiven: false,
        expiry: new AbortController(),
        timer: setTimeout(() => expire(evaluation), settings.limitMs),
        settle: resolve,
      }
      underway.add(evaluation)
      if (lowPriorityUntil.size > 0) dispatch()
      else give(evaluation)
    })
  }

  function isFull(client: string, sizeBytes: number): boolean {
    const all = [...underway]
    const own = all.filter((each) => each.task.client === client)
    if (all.length >= maxUnderway || own.length >= maxOfClient) return true
    if (sizeBytes <= smallMailMaxBytes) return false
    return largeBytes(all) + sizeBytes > maxLargeBytes || largeBytes(own) + sizeBytes > maxLargeBytesOfClient
  }

  return {
    async judge(raw, envelope) {
      if (!settings.isOn || isStopped) return unjudged
      const { mailFrom, helo, clientIp } = envelope
      if (mailFrom.length > pathMaxChars || helo.length > pathMaxChars) return unjudged
      const publicIp = publicClient(clientIp)
      const head = findMailHead(raw)
      if (!head || (!head.hasSignature && publicIp === null)) return unjudged
      const client = addressBlock(clientIp)
      const neededBytes = head.hasSignature ? raw.length : head.sizeBytes
      if (isFull(client, neededBytes)) return unjudged

      // A copy of the head: a view would keep the memory of the whole mail.
      const needed = head.hasSignature ? raw : new Uint8Array(raw.subarray(0, neededBytes))
      return await evaluate({ client, raw: needed, headBytes: head.sizeBytes, mailFrom, helo, publicIp })
    },
    async stop() {
      isStopped = true
      for (const evaluation of underway) settle(evaluation, unjudged)
      await pool.stop()
    },
  }
}

const largeBytes = (mails: Evaluation[]): number =>
  mails.reduce((sum, { isLarge, task }) => sum + (isLarge ? task.raw.length : 0), 0)

/** The client's address if it is a public unicast one, without an IPv4-mapped prefix; else null: SPF says nothing about loopback and private networks. */
export function publicClient(clientIp: string): string | null {
  if (!ipaddr.isValid(clientIp)) return null
  const address = ipaddr.process(clientIp)
  return address.range() === 'unicast' ? address.toString() : null
}
