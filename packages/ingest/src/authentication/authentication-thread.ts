import { Worker } from 'node:worker_threads'
import type { Judgement } from './judgement.ts'

/** What the thread is told at its start. */
export interface ThreadSettings {
  /** `ip[:port]` each; empty: the system's servers. */
  dnsServers: string[]
  /** Shared: how many turns have begun, and the id of the mail that computes, 0 where none does. */
  computing: Int32Array
}

/** A mail on its way to the thread; `raw` ends with the head where no signature is to be verified. */
export interface AuthenticationTask {
  id: number
  /** Whose turn it counts against. */
  client: string
  raw: Uint8Array
  headBytes: number
  mailFrom: string
  helo: string
  publicIp: string | null
  /** For all questions of the mail together. */
  dnsMs: number
}

/** What the thread is asked: to judge a mail, or to forget one that is no longer waited for. */
export type ThreadRequest = { kind: 'judge'; task: AuthenticationTask } | { kind: 'forget'; id: number }

/** What the thread says: that it can begin, a judgement, or that DNS fell silent or is back. */
export type ThreadNews =
  | { kind: 'ready' }
  | { kind: 'judgement'; id: number; judgement: Judgement }
  | { kind: 'dns'; state: 'silent' | 'answering' }

/** What the thread runs, how long it may take to begin, and for how long one mail may compute at a stretch, all in ms. */
export interface ThreadStart {
  script: URL
  startMs: number
  /** Processor time: how busy the machine is does not count. */
  computeMs: number
  /** By the clock, for which its processor time may stay unknown. */
  stuckMs: number
  /** How often it is looked. */
  lookMs: number
}

/** How a thread ended. */
export interface ThreadEnd {
  reason: string
  /** The mail that was computing; 0 where none was. */
  culprit: number
  /** Who sent that mail; null also where its judgement had come already. */
  client: string | null
}

interface ThreadEvents {
  judged(id: number, judgement: Judgement): void
  /** Once at most. */
  ended(end: ThreadEnd): void
  dns(state: 'silent' | 'answering'): void
}

interface LongTurn {
  number: number
  mail: number
  /** When its processor time was last known, or it was first seen. */
  toldAt: number
  /** The thread's processor time when it was first seen; null until that is known. */
  fromMs: number | null
}

const heapMb = 192

/** A thread that judges mails, and knows at every moment which one it computes for. Ends itself where one computes for too long. */
export class AuthenticationThread {
  readonly #worker: Worker
  readonly #computing = new Int32Array(new SharedArrayBuffer(8))
  readonly #start: ThreadStart
  readonly #events: ThreadEvents
  readonly #timer: NodeJS.Timeout
  readonly #startedAt = performance.now()
  /** Who sent the mails in the thread, also those that nobody waits for any more: each of them can still end it. */
  readonly #clients = new Map<number, string>()
  #isReady = false
  #long: LongTurn | null = null
  #hasEnded = false

  constructor(dnsServers: string[], start: ThreadStart, events: ThreadEvents) {
    this.#start = start
    this.#events = events
    const workerData: ThreadSettings = { dnsServers, computing: this.#computing }
    this.#worker = new Worker(start.script, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    })
    this.#worker.on('message', (news: ThreadNews) => this.#take(news))
    this.#worker.on('error', (error) => this.#end(error.name, this.#mailComputing()))
    this.#worker.on('exit', () => this.#end('exit', this.#mailComputing()))
    this.#timer = setInterval(() => void this.#look(), start.lookMs).unref()
  }

  give(task: AuthenticationTask, transfer: ArrayBuffer[]): void {
    this.#clients.set(task.id, task.client)
    const request: ThreadRequest = { kind: 'judge', task }
    this.#worker.postMessage(request, transfer)
  }

  forget(id: number): void {
    const request: ThreadRequest = { kind: 'forget', id }
    this.#worker.postMessage(request)
  }

  /** Ends the thread without a word to anybody. */
  async stop(): Promise<void> {
    this.#hasEnded = true
    clearInterval(this.#timer)
    await this.#worker.terminate()
  }

  #take(news: ThreadNews): void {
    if (this.#hasEnded) return
    if (news.kind === 'ready') this.#isReady = true
    if (news.kind === 'judgement') {
      this.#clients.delete(news.id)
      this.#events.judged(news.id, news.judgement)
    }
    if (news.kind === 'dns') this.#events.dns(news.state)
  }

  #mailComputing(): number {
    return Atomics.load(this.#computing, 1)
  }

  /** A turn that is seen twice is a long one; what it has cost since then is held against its mail. */
  async #look(): Promise<void> {
    if (!this.#isReady && performance.now() - this.#startedAt > this.#start.startMs) return this.#end('start', 0)
    const number = Atomics.load(this.#computing, 0)
    const mail = this.#mailComputing()
    if (mail === 0 || Atomics.load(this.#computing, 0) !== number) {
      this.#long = null
      return
    }
    const now = performance.now()
    if (this.#long?.number !== number) this.#long = { number, mail, toldAt: now, fromMs: null }
    const long = this.#long
    // A thread that computes tells its processor time all the same; one that is stuck outside of JavaScript does not.
    if (now - long.toldAt > this.#start.stuckMs) return this.#end('stuck', mail)
    const ms = await this.#processorMs()
    if (ms === null || this.#long !== long) return
    long.toldAt = performance.now()
    long.fromMs ??= ms
    const isStillThere = Atomics.load(this.#computing, 0) === number
    if (isStillThere && ms - long.fromMs > this.#start.computeMs) this.#end('deadline', mail)
  }

  /** Null where the thread is no more. */
  async #processorMs(): Promise<number | null> {
    const used = await this.#worker.cpuUsage().catch(() => null)
    return used && (used.user + used.system) / 1_000
  }

  #end(reason: string, culprit: number): void {
    if (this.#hasEnded) return
    void this.stop()
    this.#events.ended({ reason, culprit, client: this.#clients.get(culprit) ?? null })
  }
}
