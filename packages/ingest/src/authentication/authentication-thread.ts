import { Worker } from 'node:worker_threads'
import type { Judgement } from './authentication-verdict.ts'

/** The thread's settings at its start. */
export interface ThreadSettings {
  /** `ip[:port]` each; empty: the system's servers. */
  dnsServers: string[]
  /** Shared: how many turns have begun, and the id of the mail that computes, 0 where none does. */
  computing: Int32Array
}

/** A mail for the thread; `raw` ends with the head where no signature is to be verified. */
export interface AuthenticationTask {
  id: number
  /** The client that is charged for its computing time. */
  client: string
  raw: Uint8Array
  headBytes: number
  mailFrom: string
  helo: string
  publicIp: string | null
  /** For all DNS queries of the mail together. */
  dnsMs: number
}

/** A request to the thread: to judge a mail, or to drop one whose verdict is no longer wanted. */
export type ThreadRequest = { kind: 'judge'; task: AuthenticationTask } | { kind: 'forget'; id: number }

/** A message from the thread: it is ready; a mail was judged; DNS stopped answering or answers again. */
export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'judgement'; id: number; judgement: Judgement }
  | { kind: 'dns'; state: 'silent' | 'answering' }

/** The thread's script, how long its start may take, and how long one turn of a mail may compute; all in ms. */
export interface AuthenticationThreadStart {
  script: URL
  startMs: number
  /** Processor time, so that the load of the machine does not count. */
  computeMs: number
  /** Wall-clock time for which the processor time of a turn may stay unknown. */
  stuckMs: number
  /** The interval of the checks. */
  checkMs: number
}

/** How a thread ended. */
export interface AuthenticationThreadEnd {
  reason: string
  /** The id of the mail that was computing; 0 where none was. */
  causedBy: number
  /** The client of that mail; null without such a mail, or where it was already judged. */
  client: string | null
}

interface ThreadEvents {
  judged(id: number, judgement: Judgement): void
  /** Once at most. */
  ended(end: AuthenticationThreadEnd): void
  dns(state: 'silent' | 'answering'): void
}

interface LongTurn {
  number: number
  mail: number
  /** When its processor time was last known, or it was first seen. */
  knownAt: number
  /** The thread's processor time when it was first seen; null until that is known. */
  fromMs: number | null
}

const heapMb = 192

/** A thread that judges mails. It publishes the id of the mail that computes, and is ended where one turn takes too long. */
export class AuthenticationThread {
  readonly #worker: Worker
  readonly #computing = new Int32Array(new SharedArrayBuffer(8))
  readonly #start: AuthenticationThreadStart
  readonly #events: ThreadEvents
  readonly #timer: NodeJS.Timeout
  readonly #startedAt = performance.now()
  /** The clients of the mails in the thread, also of dropped ones, since each of them can still end the thread. */
  readonly #clients = new Map<number, string>()
  #isReady = false
  #long: LongTurn | null = null
  #hasEnded = false

  constructor(dnsServers: string[], start: AuthenticationThreadStart, events: ThreadEvents) {
    this.#start = start
    this.#events = events
    const workerData: ThreadSettings = { dnsServers, computing: this.#computing }
    this.#worker = new Worker(start.script, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    })
    this.#worker.on('message', (message: ThreadMessage) => this.#receive(message))
    this.#worker.on('error', (error) => this.#end(error.name, this.#mailComputing()))
    this.#worker.on('exit', () => this.#end('exit', this.#mailComputing()))
    this.#timer = setInterval(() => void this.#check(), start.checkMs).unref()
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

  /** Ends the thread without an event. */
  async stop(): Promise<void> {
    this.#hasEnded = true
    clearInterval(this.#timer)
    await this.#worker.terminate()
  }

  #receive(message: ThreadMessage): void {
    if (this.#hasEnded) return
    if (message.kind === 'ready') this.#isReady = true
    if (message.kind === 'judgement') {
      this.#clients.delete(message.id)
      this.#events.judged(message.id, message.judgement)
    }
    if (message.kind === 'dns') this.#events.dns(message.state)
  }

  #mailComputing(): number {
    return Atomics.load(this.#computing, 1)
  }

  /** A turn that two checks see is a long one; the processor time since then counts against its mail. */
  async #check(): Promise<void> {
    if (!this.#isReady && performance.now() - this.#startedAt > this.#start.startMs) return this.#end('start', 0)
    const number = Atomics.load(this.#computing, 0)
    const mail = this.#mailComputing()
    if (mail === 0 || Atomics.load(this.#computing, 0) !== number) {
      this.#long = null
      return
    }
    const now = performance.now()
    if (this.#long?.number !== number) this.#long = { number, mail, knownAt: now, fromMs: null }
    const long = this.#long
    // The processor time of a computing thread can be read; that of one stuck outside of JavaScript cannot.
    if (now - long.knownAt > this.#start.stuckMs) return this.#end('stuck', mail)
    const ms = await this.#processorMs()
    if (ms === null || this.#long !== long) return
    long.knownAt = performance.now()
    long.fromMs ??= ms
    const isStillThere = Atomics.load(this.#computing, 0) === number
    if (isStillThere && ms - long.fromMs > this.#start.computeMs) this.#end('deadline', mail)
  }

  /** Null where the thread has ended. */
  async #processorMs(): Promise<number | null> {
    const used = await this.#worker.cpuUsage().catch(() => null)
    return used && (used.user + used.system) / 1_000
  }

  #end(reason: string, causedBy: number): void {
    if (this.#hasEnded) return
    void this.stop()
    this.#events.ended({ reason, causedBy, client: this.#clients.get(causedBy) ?? null })
  }
}
