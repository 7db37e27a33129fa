import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { answerOrder } from '../answer-order.ts'
import { LoadConnection } from '../load-connection.ts'
import { wireMail } from './wire-mail.ts'

/** Connections that send hostile mails as fast as they are answered, for so long; the result is the process's only answer. */
export interface FloodOrder {
  host: string
  port: number
  /** The addresses of this machine that they come from, in turn. */
  from: string[]
  connections: number
  seconds: number
  /** What the connections send, in turn. */
  mails: { name: string; mailBytes: number }[]
  recipients: string[]
  /** In place of whole mails: so many bytes of one each, and then as good as nothing. */
  heldBytes: number | null
}

/** `hungUp` counts connections that the server ended or refused. */
export interface FloodResult {
  accepted: number
  refused: number
  hungUp: number
  slowestAnswerMs: number
}

/** Who was refused comes again after this: a network lies between any attacker and a server. */
const againMs = 100
const trickleMs = 1_000
const heldLine = Buffer.from(`${'x'.repeat(998)}\r\n`)

async function run(order: FloodOrder): Promise<FloodResult> {
  // What the attack costs here would be spent on other machines.
  setPriority(10)
  const mails = order.mails.map(({ name, mailBytes }) => wireMail(name, mailBytes))
  // One for all connections: hundreds of them would fill this machine's memory before the server's.
  const held = Buffer.alloc(order.heldBytes ?? 0, heldLine)
  const endsAt = performance.now() + order.seconds * 1000
  const result: FloodResult = { accepted: 0, refused: 0, hungUp: 0, slowestAnswerMs: 0 }
  let sent = 0

  async function sendAll(client: LoadConnection, mail: Buffer): Promise<void> {
    while (performance.now() < endsAt) {
      sent += 1
      const answerMs = await client.send(order.recipients, [Buffer.from(`X-Sent: ${process.pid}.${sent}\r\n`), mail])
      if (answerMs === null) {
        result.refused += 1
        await pause(againMs)
        continue
      }
      result.accepted += 1
      result.slowestAnswerMs = Math.max(result.slowestAnswerMs, answerMs)
    }
  }

  async function hold(client: LoadConnection): Promise<void> {
    if (!(await client.begin(order.recipients))) return
    client.write(held)
    while (performance.now() < endsAt && !client.isClosed) {
      await pause(trickleMs)
      client.write(heldLine)
    }
    if (client.isClosed) throw new Error('the server hung up')
  }

  async function connection(index: number): Promise<void> {
    const mail = mails[index % mails.length] ?? Buffer.alloc(0)
    while (performance.now() < endsAt) {
      try {
        const client = await LoadConnection.open(order.host, order.port, order.from[index % order.from.length])
        await (order.heldBytes === null ? sendAll(client, mail) : hold(client))
        client.destroy()
      } catch {
        result.hungUp += 1
        await pause(againMs)
      }
    }
  }

  const all = Promise.all(Array.from({ length: order.connections }, (_, index) => connection(index)))
  // What has no answer by then is the attacker's own affair.
  await Promise.race([all, pause(order.seconds * 1000 + 500)])
  return result
}

answerOrder(run)
