import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { answerOrder } from '../answer-order.ts'
import { LoadConnection } from '../load-connection.ts'
import { wireMail } from './wire-mail.ts'

/** Connections that send hostile mails as fast as they are answered, for some time. The process sends back the result. */
export interface FloodOrder {
  host: string
  port: number
  /** The local addresses of the connections, in turn. */
  from: string[]
  connections: number
  seconds: number
  /** The mails of the connections, in turn. */
  mails: { name: string; mailBytes: number }[]
  recipients: string[]
  /** Instead of whole mails: each connection sends this many bytes of one mail, and then almost nothing. */
  heldBytes: number | null
}

/** `hungUp` counts connections that the server ended or refused. */
export interface FloodResult {
  accepted: number
  refused: number
  hungUp: number
  slowestAnswerMs: number
}

/** The pause before a refused client connects again, in place of the network between attacker and server. */
const againMs = 100
const trickleMs = 1_000
const heldLine = Buffer.from(`${'x'.repeat(998)}\r\n`)

async function run(order: FloodOrder): Promise<FloodResult> {
  // The attackers' own cost would be on other machines.
  setPriority(10)
  const mails = order.mails.map(({ name, mailBytes }) => wireMail(name, mailBytes))
  // One buffer for all connections, so that the attackers do not fill the machine's memory.
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
  // Mails without a reply at the end are not counted.
  await Promise.race([all, pause(order.seconds * 1000 + 500)])
  return result
}

answerOrder(run)
