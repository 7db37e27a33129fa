import { parentPort, workerData } from 'node:worker_threads'
import { authenticateMail } from './authenticate-mail.ts'
import type { AuthenticationTask, ThreadMessage, ThreadRequest, ThreadSettings } from './authentication-thread.ts'
import { type Judgement, unjudged } from './authentication-verdict.ts'
import { createDnsLookup, withinBudget } from './dns-lookup.ts'
import { createTurns, type Turn } from './turns.ts'

/** The worker thread: mails compute in turns and wait for DNS in parallel, which takes most of their time. */
const { dnsServers, computing }: ThreadSettings = workerData
/** More than a valid SPF record needs with its ten look-ups. */
const maxQuestions = 60

const send = (message: ThreadMessage) => parentPort?.postMessage(message)
const dns = createDnsLookup({ servers: dnsServers, onChange: (state) => send({ kind: 'dns', state }) })
const turns = createTurns(
  (id) => {
    // In this order: a reader that finds the same turn number before and after reading the id knows that the id belongs to that turn.
    Atomics.add(computing, 0, 1)
    Atomics.store(computing, 1, id)
  },
  () => performance.now(),
)

parentPort?.on('message', (request: ThreadRequest) => {
  if (request.kind === 'forget') return turns.giveUp(request.id)
  const { task } = request
  // An error while judging says nothing about the sender.
  const judged = turns.run(task, (turn) => judge(task, turn)).catch(() => unjudged)
  void judged.then((judgement) => send({ kind: 'judgement', id: task.id, judgement }))
})
send({ kind: 'ready' })

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
