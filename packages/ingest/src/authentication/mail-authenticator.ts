import type { MailEnvelope } from '@inlet/core'
import { addressBlock, type Log } from '@inlet/runtime'
import { forThread, smallMailMaxBytes } from '../smtp/mail-buffer.ts'
import {
  type AuthenticationTask,
  AuthenticationThread,
  type ThreadEnd,
  type ThreadStart,
} from './authentication-thread.ts'
import { type Judgement, unjudged } from './authentication-verdict.ts'
import { lookAtHead } from './mail-head.ts'
import { publicClient } from './public-client.ts'

/** How mails are authenticated. */
export interface AuthenticationSettings {
  /** Off: every verdict is `none`. */
  isOn: boolean
  /** `ip[:port]` each; empty: the system's servers. */
  dnsServers: string[]
  /** The time for a verdict, from when the mail is handed over: with waiting, starting a thread and DNS. */
  limitMs: number
}

/** Authenticates the senders of mails. */
export interface MailAuthenticator {
  /** SPF, DKIM and DMARC in one word. Never rejects: what is not known, or not in time, is `none`. */
  judge(raw: Buffer, envelope: MailEnvelope): Promise<Judgement>
  stop(): Promise<void>
}

interface Evaluation {
  task: Omit<AuthenticationTask, 'dnsMs'>
  isLarge: boolean
  beganAt: number
  /** Whether a thread has it. */
  isGiven: boolean
  timer: NodeJS.Timeout
  settle: (judgement: Judgement) => void
}

/** Above these the verdict of a mail is `none` at once: of all mails, and of those of one client. */
const maxUnderway = 512
const maxOfClient = 128
/** The same for the bytes of large mails. Small ones are let in whatever large ones hold. */
const maxLargeBytes = 64 * 1024 * 1024
const maxLargeBytesOfClient = 32 * 1024 * 1024
/** RFC 5321 §4.5.3.1: 64 and 255 and the sign between them. A longer name may be put into a record's macros again and again. */
const pathMaxChars = 320
/** Of the time for a verdict this much is for DNS: what is known by then still makes one. */
const dnsShare = 0.75

interface AuthenticatorStart extends ThreadStart {
  /** What ended a thread that computed for no mail may end the next one as soon. */
  pauseMs: number
  /** For so long a client waits behind all others once a mail of its ended a thread. */
  suspectMs: number
}

const standardStart: AuthenticatorStart = {
  script: new URL('./authentication-worker.ts', import.meta.url),
  startMs: 30_000,
  computeMs: 500,
  stuckMs: 1_500,
  lookMs: 50,
  pauseMs: 5_000,
  suspectMs: 60_000,
}

/**
 * Makes the authenticator. Its thread starts with the first mail that has a DKIM signature or comes from a public IP. A mail that ends
 * a thread costs itself the verdict, also where its own time was over before; the others are judged by the next thread, and its
 * client's mails wait behind those of all others, one at a time, for a minute.
 */
export function createMailAuthenticator(
  settings: AuthenticationSettings,
  log: Log,
  start = standardStart,
): MailAuthenticator {
  const underway = new Map<number, Evaluation>()
  /** Until when a client is suspected. */
  const suspects = new Map<string, number>()
  let nextId = 0
  let thread: AuthenticationThread | null = null
  let startsAgainAt = 0
  let isStopped = false

  function startThread(): AuthenticationThread {
    const started: AuthenticationThread = new AuthenticationThread(settings.dnsServers, start, {
      judged: settle,
      ended: (end) => replace(started, end),
      dns: (state) => log.warn({ state }, 'dns for mail authentication'),
    })
    return started
  }

  function replace(ended: AuthenticationThread, { reason, culprit, client }: ThreadEnd): void {
    if (thread !== ended) return
    thread = null
    log.warn({ reason, hasCulprit: culprit !== 0, mails: underway.size }, 'mail authentication thread ended')
    for (const each of underway.values()) each.isGiven = false
    if (culprit === 0) {
      startsAgainAt = performance.now() + start.pauseMs
      return settleAll()
    }
    if (client !== null) suspect(client)
    settle(culprit, unjudged)
    feed()
  }

  function suspect(client: string): void {
    const now = performance.now()
    for (const [other, until] of suspects) if (until <= now) suspects.delete(other)
    suspects.set(client, now + start.suspectMs)
  }

  const isSuspect = (client: string) => (suspects.get(client) ?? 0) > performance.now()

  function settle(id: number, judgement: Judgement): void {
    const evaluation = underway.get(id)
    if (!evaluation) return
    underway.delete(id)
    clearTimeout(evaluation.timer)
    evaluation.settle(judgement)
    if (suspects.size > 0 && !isStopped) feed()
  }

  function settleAll(): void {
    for (const id of [...underway.keys()]) settle(id, unjudged)
  }

  /** Gives the thread what waits: all mails of clients that are not suspected, and one mail of a suspect where there are no others. */
  function feed(): void {
    const waiting = [...underway.values()].filter(({ isGiven }) => !isGiven)
    for (const each of waiting) if (!isSuspect(each.task.client)) give(each)
    if ([...underway.values()].some(({ isGiven }) => isGiven)) return
    const [first] = waiting
    if (first) give(first)
  }

  function give(evaluation: Evaluation): void {
    thread ??= startThread()
    evaluation.isGiven = true
    const { raw, transfer } = forThread(evaluation.task.raw)
    const spentMs = performance.now() - evaluation.beganAt
    const dnsMs = Math.max(0, settings.limitMs * dnsShare - spentMs)
    thread.give({ ...evaluation.task, raw, dnsMs }, transfer)
  }

  /** A mail whose time is over is `none`. The thread drops it, but may be computing for it at the moment, and may still be ended by it. */
  function expire(id: number): void {
    if (underway.get(id)?.isGiven) thread?.forget(id)
    settle(id, unjudged)
  }

  function evaluate(task: Omit<AuthenticationTask, 'id' | 'dnsMs'>): Promise<Judgement> {
    nextId += 1
    const id = nextId
    return new Promise((resolve) => {
      const evaluation: Evaluation = {
        task: { ...task, id },
        isLarge: task.raw.length > smallMailMaxBytes,
        beganAt: performance.now(),
        isGiven: false,
        timer: setTimeout(() => expire(id), settings.limitMs),
        settle: resolve,
      }
      underway.set(id, evaluation)
      if (suspects.size > 0) feed()
      else give(evaluation)
    })
  }

  function isFull(client: string, sizeBytes: number): boolean {
    const all = [...underway.values()]
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
      const head = lookAtHead(raw)
      if (!head || (!head.hasSignature && publicIp === null)) return unjudged
      const client = addressBlock(clientIp)
      const neededBytes = head.hasSignature ? raw.length : head.sizeBytes
      if (isFull(client, neededBytes) || (thread === null && performance.now() < startsAgainAt)) return unjudged

      // A copy of the head: a view would bring all the memory behind it along.
      const needed = head.hasSignature ? raw : new Uint8Array(raw.subarray(0, neededBytes))
      return await evaluate({ client, raw: needed, headBytes: head.sizeBytes, mailFrom, helo, publicIp })
    },
    async stop() {
      isStopped = true
      const last = thread
      thread = null
      settleAll()
      await last?.stop()
    },
  }
}

const largeBytes = (mails: Evaluation[]): number =>
  mails.reduce((sum, { isLarge, task }) => sum + (isLarge ? task.raw.length : 0), 0)
