import { setTimeout as pause } from 'node:timers/promises'
import { answerOrder } from './answer-order.ts'
import { LoadConnection } from './load-connection.ts'
import { type MailName, mailSource } from './mails/natural-mails.ts'

/** One run of load: the first message to the process. A second message ends it early. The result is sent back. */
export interface LoadOrder {
  host: string
  port: number
  connections: number
  mail: MailName
  seconds: number
  /** Ends after this many mails, if that is earlier. */
  mails?: number
  hostname: string
  inboxes: number
  /** Recipients in turn, instead of `inboxes`. */
  recipients?: string[]
  /** The local address of the connections. */
  from?: string
  /** The pause between a reply and the next mail of a connection. */
  pauseMs?: number
}

/** The result of a run. Latencies are from the final dot to 250, in milliseconds. `hungUp` counts connections that the server closed. */
export interface LoadResult {
  mails: number
  refused: number
  hungUp: number
  seconds: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** The bytes of a mail, at the mean. */
  mailBytes: number
}

const reconnectMs = 50

/** Sends mails over parallel connections, one after the other on each, every mail another Message-ID; in a process of its own. */
async function run(order: LoadOrder): Promise<LoadResult> {
  const nextMail = mailSource(order.mail)
  const most = order.mails ?? Number.POSITIVE_INFINITY
  let bytes = 0
  const recipients =
    order.recipients ?? Array.from({ length: order.inboxes }, (_, index) => `inbox${index}@${order.hostname}`)
  const latencies: number[] = []
  let started = 0
  let refused = 0
  let hungUp = 0
  const beganAt = performance.now()
  let endsAt = beganAt + order.seconds * 1000
  process.once('message', () => {
    endsAt = performance.now()
  })

  const isOver = () => performance.now() >= endsAt || started >= most

  async function untilHungUp(): Promise<void> {
    const client = await LoadConnection.open(order.host, order.port, order.from)
    while (!isOver()) {
      started += 1
      const pieces = nextMail(`${process.pid}.${started}`)
      bytes += pieces.reduce((sum, { length }) => sum + length, 0)
      const latency = await client.send([recipients[started % recipients.length] ?? ''], pieces)
      if (latency === null) refused += 1
      else latencies.push(latency)
      if (order.pauseMs) await pause(order.pauseMs)
    }
    client.close()
  }

  async function connection(): Promise<void> {
    while (!isOver()) {
      try {
        await untilHungUp()
      } catch {
        hungUp += 1
        await pause(reconnectMs)
      }
    }
  }

  await Promise.all(Array.from({ length: order.connections }, connection))
  const seconds = (performance.now() - beganAt) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    mails: latencies.length,
    refused,
    hungUp,
    seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: latencies.at(-1) ?? 0,
    mailBytes: started === 0 ? 0 : bytes / started,
  }
}

answerOrder(run)
