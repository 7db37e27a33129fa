import { setTimeout as pause } from 'node:timers/promises'
import { answerOrder } from '../answer-order.ts'
import { LoadConnection } from '../load-connection.ts'
import { type MailName, mailSource } from '../mails/natural-mails.ts'

/** A load of a fixed rate: the first message to the process. A mail's number is the detail of its recipient. */
export interface PacedOrder {
  host: string
  port: number
  connections: number
  mail: MailName
  mailsPerSecond: number
  seconds: number
  /** Recipients in turn, as local part and host. */
  inboxes: [localPart: string, host: string][]
}

/** When each mail was answered 250, by its number and in ms since the epoch; and how many were refused. */
export interface PacedResult {
  acceptedAt: [mail: string, at: number][]
  refused: number
  seconds: number
}

/** Sends each mail at its own time, whatever the server does, as far as the connections suffice; in a process of its own. */
async function run(order: PacedOrder): Promise<PacedResult> {
  const nextMail = mailSource(order.mail)
  const acceptedAt: [string, number][] = []
  const total = order.mailsPerSecond * order.seconds
  const beganAt = performance.now()
  let next = 0
  let refused = 0

  async function sendOne(client: LoadConnection, number: number): Promise<void> {
    const [localPart, host] = order.inboxes[number % order.inboxes.length] ?? ['', '']
    const latency = await client.send([`${localPart}+${number}@${host}`], nextMail(`${process.pid}.${number}`))
    if (latency === null) refused += 1
    else acceptedAt.push([String(number), performance.timeOrigin + performance.now()])
  }

  async function connection(): Promise<void> {
    let client = await LoadConnection.open(order.host, order.port)
    for (let number = next++; number < total; number = next++) {
      const waitMs = beganAt + (number * 1000) / order.mailsPerSecond - performance.now()
      if (waitMs > 1) await pause(waitMs)
      if (client.isClosed) client = await LoadConnection.open(order.host, order.port)
      // A server without time hangs up; such a mail counts as refused.
      await sendOne(client, number).catch(() => {
        refused += 1
      })
    }
    client.close()
  }

  await Promise.all(Array.from({ length: order.connections }, connection))
  return { acceptedAt, refused, seconds: (performance.now() - beganAt) / 1000 }
}

answerOrder(run)
