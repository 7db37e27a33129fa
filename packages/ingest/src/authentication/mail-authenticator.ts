import type { MailEnvelope } from '@inlet/core'
import { addressBlock, type Log } from '@inlet/runtime'
import ipaddr from 'ipaddr.js'
import { forThread, smallMailMaxBytes } from '../smtp/mail-buffer.ts'
import {
  type AuthenticationTask,
  AuthenticationThread,
  type AuthenticationThreadEnd,
  type AuthenticationThreadStart,
} from './authentication-thread.ts'
import { type Judgement, unjudged } from './authentication-verdict.ts'
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
  task: Omit<AuthenticationTask, 'dnsMs'>
  isLarge: boolean
  beganAt: number
  /** Whether it was sent to the thread. */
  isGiven: boolean
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

interface AuthenticatorStart extends AuthenticationThreadStart {
  /** The pause before the next start where a thread ended without a mail computing: the cause may still be there. */
  pauseMs: number
  /** How long a client has low priority after one of its mails ended a thread. */
  lowPriorityMs: number
}

const standardStart: AuthenticatorStart = {
  script: new URL('./authentication-worker.ts', import.meta.url),
  startMs: 30_000,
  computeMs: 500,
  stuckMs: 1_500,
  checkMs: 50,
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
  const underway = new Map<number, Evaluation>()
  /** Until when a client has low priority, in ms of `performance.now()`. */
  const lowPriorityUntil = new Map<string, number>()
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

  function replace(ended: AuthenticationThread, { reason, causedBy, client }: AuthenticationThreadEnd): void {
    if (thread !== ended) return
    thread = null
    log.warn({ reason, isCausedByMail: causedBy !== 0, mails: underway.size }, 'mail authentication thread ended')
    for (const each of underway.values()) each.isGiven = false
    if (causedBy === 0) {
      startsAgainAt = performance.now() + start.pauseMs
      return settleAll()
    }
    if (client !== null) lowerPriority(client)
    settle(causedBy, unjudged)
    dispatch()
  }

  function lowerPriority(client: string): void {
    const now = performance.now()
    for (const [other, until] of lowPriorityUntil) if (until <= now) lowPriorityUntil.delete(other)
    lowPriorityUntil.set(client, now + start.lowPriorityMs)
  }

  const hasLowPriority = (client: string) => (lowPriorityUntil.get(client) ?? 0) > performance.now()

  function settle(id: number, judgement: Judgement): void {
    const evaluation = underway.get(id)
    if (!evaluation) return
    underway.delete(id)
    clearTimeout(evaluation.timer)
    evaluation.settle(judgement)
    if (lowPriorityUntil.size > 0 && !isStopped) dispatch()
  }

  function settleAll(): void {
    for (const id of [...underway.keys()]) settle(id, unjudged)
  }

  /** Sends waiting mails to the thread: all of clients with normal priority; one of a client with low priority if the thread has no mail. */
  function dispatch(): void {
    const waiting = [...underway.values()].filter(({ isGiven }) => !isGiven)
    for (const each of waiting) if (!hasLowPriority(each.task.client)) give(each)
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

  /** A mail whose time is over gets `none`. The thread drops it at its next turn; a turn that is running can still end the thread. */
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
      if (lowPriorityUntil.size > 0) dispatch()
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
      const head = findMailHead(raw)
      if (!head || (!head.hasSignature && publicIp === null)) return unjudged
      const client = addressBlock(clientIp)
      const neededBytes = head.hasSignature ? raw.length : head.sizeBytes
      if (isFull(client, neededBytes) || (thread === null && performance.now() < startsAgainAt)) return unjudged

      // A copy of the head: a view would keep the memory of the whole mail.
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

/** The client's address if it is a public unicast one, without an IPv4-mapped prefix; else null: SPF says nothing about loopback and private networks. */
export function publicClient(clientIp: string): string | null {
  if (!ipaddr.isValid(clientIp)) return null
  const address = ipaddr.process(clientIp)
  return address.range() === 'unicast' ? address.toString() : null
}
