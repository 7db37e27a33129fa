import { parentPort, workerData } from 'node:worker_threads'
import { authenticateMail } from './authenticate-mail.ts'
import type { AuthenticationTask, ThreadNews, ThreadRequest, ThreadSettings } from './authentication-thread.ts'
import { withinBudget } from './dns-budget.ts'
import { createDnsLookup } from './dns-lookup.ts'
import { type Judgement, unjudged } from './judgement.ts'
import { createTurns, type Turn } from './turns.ts'

/** The worker thread: mails take turns computing, and wait for DNS side by side, which most of the time of each goes into. */
const { dnsServers, computing }: ThreadSettings = workerData
/** More than SPF's ten look-ups of ten hosts each would ever need of an honest sender. */
const maxQuestions = 60

const tell = (news: ThreadNews) => parentPort?.postMessage(news)
const dns = createDnsLookup({ servers: dnsServers, onChange: (state) => tell({ kind: 'dns', state }) })
const turns = createTurns(
  (id) => {
    // In this order: whoever reads a mail between two equal turns has read who computes in it.
    Atomics.add(computing, 0, 1)
    Atomics.store(computing, 1, id)
  },
  () => performance.now(),
)

parentPort?.on('message', (request: ThreadRequest) => {
  if (request.kind === 'forget') return turns.giveUp(request.id)
  const { task } = request
  // Whatever breaks on a mail says nothing about its sender.
  const judged = turns.run(task, (turn) => judge(task, turn)).catch(() => unjudged)
  void judged.then((judgement) => tell({ kind: 'judgement', id: task.id, judgement }))
})
tell({ kind: 'ready' })

async function judge(task: AuthenticationTask, { pause, giveWay }: Turn): Promise<Judgement> {
  // Nothing could be asked: no need to hash anything.
  if (dns.isSilent()) return unjudged
  const { raw, headBytes, dnsMs, mailFrom, helo, publicIp } = task
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const ask = withinBudget(dns.lookup, { totalMs: dnsMs, maxQuestions })
  if (publicIp !== null) prefetch(ask, mailFrom === '' ? helo : mailFrom.slice(mailFrom.lastIndexOf('@') + 1))
  return await authenticateMail(
    { head: bytes.subarray(0, headBytes), body: bytes.subarray(headBytes), mailFrom, helo, publicIp },
    { lookup: (name, type) => pause(ask(name, type)), giveWay },
  )
}

/** The first question of SPF, while signatures are still looked at: the answer is remembered for when it is asked. */
function prefetch(ask: (name: string, type: string) => Promise<unknown>, host: string): void {
  if (/^[\w.-]{1,253}$/.test(host)) ask(host, 'TXT').catch(() => {})
}
