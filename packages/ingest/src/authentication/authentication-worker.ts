import { parentPort, workerData } from 'node:worker_threads'
import { authenticateMail } from './authenticate-mail.ts'
import { withinBudget } from './dns-budget.ts'
import { createDnsLookup } from './dns-lookup.ts'
import { type Judgement, unjudged } from './judgement.ts'
import type { AuthenticationTask, ThreadNews, ThreadSettings } from './mail-authenticator.ts'

/** The worker thread: judges mails side by side, since most of the time of each goes into waiting for DNS. */
const { dnsServers, dnsBudgetMs }: ThreadSettings = workerData
/** More than SPF's ten look-ups of ten hosts each would ever need of an honest sender. */
const maxQuestions = 60

const tell = (news: ThreadNews) => parentPort?.postMessage(news)
const dns = createDnsLookup({ servers: dnsServers, onChange: (state) => tell({ kind: 'dns', state }) })

parentPort?.on('message', (task: AuthenticationTask) => {
  void judge(task).then((judgement) => tell({ kind: 'judgement', id: task.id, judgement }))
})
tell({ kind: 'ready' })

async function judge({ raw, headBytes, ...rest }: AuthenticationTask): Promise<Judgement> {
  // Nothing could be asked: no need to hash anything.
  if (dns.isSilent()) return unjudged
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const mail = { ...rest, head: bytes.subarray(0, headBytes), body: bytes.subarray(headBytes) }
  const lookup = withinBudget(dns.lookup, { totalMs: dnsBudgetMs, maxQuestions })
  // Whatever breaks on a mail says nothing about its sender.
  return await authenticateMail(mail, lookup).catch(() => unjudged)
}
