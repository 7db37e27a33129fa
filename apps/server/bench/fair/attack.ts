import { getPriority, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { answerOrder } from '../answer-order.ts'
import { LoadConnection } from '../load-connection.ts'
import { beginCall, type Call, numbered } from './call.ts'

/** Strangers who do all of this for some time. The process sends back how they were answered. */
export interface AttackOrder {
  origin: string
  smtp: { host: string; port: number }
  seconds: number
  parts: AttackPart[]
}

/** What some connections do again and again. `{n}` in a recipient is a new number for each mail. */
export type AttackPart = { connections: number; pauseMs?: number } & (
  | { call: Call /** Leaves with the first bytes of the answer. */; hangsUp?: boolean }
  | { recipients: string[] }
)

/** How many answers there were of each kind: the statuses of calls, the outcomes of mails. */
export type AttackResult = Record<string, number>

/** The pause of a client that was refused, in place of the network between it and the server. */
const againMs = 20
const lowestPriority = 19
const raw = Buffer.from('From: a@b.example\r\nSubject: sane\r\n\r\ntext\r\n')

async function run({ origin, smtp, seconds, parts }: AttackOrder): Promise<AttackResult> {
  // The attackers' own cost would be on other machines.
  setPriority(Math.min(lowestPriority, getPriority() + 10))
  const endsAt = performance.now() + seconds * 1000
  const answers: AttackResult = {}
  let number = 0

  async function callOnce({ call, hangsUp }: Extract<AttackPart, { call: Call }>): Promise<string> {
    number += 1
    const answer = await beginCall(origin, numbered(call, number))
    if (hangsUp && answer.ok) await takeFirst(answer)
    else await answer.arrayBuffer()
    return String(answer.status)
  }

  async function mailOnce(recipients: string[]): Promise<string> {
    number += 1
    const client = await LoadConnection.open(smtp.host, smtp.port)
    const to = recipients.map((each) => each.replace('{n}', String(number)))
    const answer = await client.send(to, [Buffer.from(`X-Sent: ${process.pid}.${number}\r\n`), raw])
    client.close()
    return answer === null ? 'mail refused' : 'mail taken'
  }

  async function connection(part: AttackPart): Promise<void> {
    while (performance.now() < endsAt) {
      const outcome = await ('call' in part ? callOnce(part) : mailOnce(part.recipients)).catch(() => 'no answer')
      answers[outcome] = (answers[outcome] ?? 0) + 1
      const isRefused = outcome !== 'mail taken' && !outcome.startsWith('2')
      await pause(part.pauseMs ?? (isRefused ? againMs : 0))
    }
  }

  const all = parts.flatMap((part) => Array.from({ length: part.connections }, () => connection(part)))
  // What has no answer at the end is not counted.
  await Promise.race([Promise.all(all), pause(seconds * 1000 + 500)])
  return answers
}

async function takeFirst({ body }: Response): Promise<void> {
  const reader = body?.getReader()
  await reader?.read()
  await reader?.cancel()
}

answerOrder(run)
