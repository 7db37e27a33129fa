import { parentPort, workerData } from 'node:worker_threads'
import { type FromThread, type ToThread, threadProgress } from '@inlet/threads/script'
import { authenticateMail } from './authenticate-mail.ts'
import { type Judgement, unjudged } from './authentication-verdict.ts'
import { createDnsLookup, withinBudget } from './dns-lookup.ts'
import { createTurns, type Turn } from './turns.ts'

/** The thread's settings at its start. */
export interface ThreadSettings {
  /** `ip[:port]` each; empty: the system's servers. */
  dnsServers: string[]
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

/** A judged mail. */
export interface AuthenticationAnswer {
  id: number
  judgement: Judgement
}

/** The worker thread: mails compute in turns and wait for DNS in parallel, which takes most of their time. */
const { dnsServers }: ThreadSettings = workerData
const progress = threadProgress(workerData)
/** More than a valid SPF record needs with its ten look-ups. */
const maxQuestions = 60

const send = (message: FromThread<AuthenticationAnswer>) => parentPort?.postMessage(message)
const dns = createDnsLookup({ servers: dnsServers, onChange: (notice) => send({ notice }) })
const turns = createTurns(
  (id) => {
    // In this order: a reader that finds the same turn number before and after reading the id knows that the id belongs to that turn.
    Atomics.add(progress, 1, 1)
    Atomics.store(progress, 0, id)
  },
  () => performance.now(),
)

parentPort?.on('message', (message: ToThread<AuthenticationTask>) => {
  if (!Array.isArray(message)) return turns.giveUp(message.forgotten)
  for (const task of message) {
    // An error while judging says nothing about the sender.
    const judged = turns.run(task, (turn) => judge(task, turn)).catch(() => unjudged)
    void judged.then((judgement) => send([{ id: task.id, judgement }]))
  }
})
send('ready')

async function judge(task: AuthenticationTask, { pause, yieldTurn }: Turn): Promise<Judgement> {
  // Without DNS no signature can be verified.
  if (dns.isSilent()) return unjudged
  const { raw, headBytes, dnsMs, mailFrom, helo, publicIp } = task
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const ask = withinBudget(dns.lookup, { totalMs: dnsMs, maxQuestions })
  if (publicIp !== null) prefetch(ask, mailFrom === '' ? helo : mailFrom.slice(mailFrom.lastIndexOf('@') + 1))
  return await authenticateMail(
    { head: bytes.subarray(0, headBytes), body: bytes.subarray(headBytes), mailFrom, helo, publicIp },
    { lookup: (name, type) => pause(ask(name, type)), yieldTurn },
  )
}

/** The first query of SPF, sent before the signatures are verified; its answer is cached for then. */
function prefetch(ask: (name: string, type: string) => Promise<unknown>, host: string): void {
  if (/^[\w.-]{1,253}$/.test(host)) ask(host, 'TXT').catch(() => {})
}
