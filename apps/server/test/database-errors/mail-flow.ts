import { setTimeout as pause } from 'node:timers/promises'
import { type SmtpClient, smtpClient } from '../support/smtp-client.ts'
import { plainMail } from '../support/world.ts'

interface MailFlowOptions {
  /** Begins every subject, so that the flow's mails are known in an inbox that others write to. */
  name: string
  /** SMTP ports of the servers. A mail that is deferred by one is tried at the next, as at the hosts of an MX. */
  ports: number[]
  /** Recipient of the mail of this number. */
  to: (count: number) => string
  connectionsPerServer: number
}

/** A reply to a mail or to its envelope, of the server with this index. */
interface FlowReply {
  at: number
  server: number
  subject: string
  code: number
  text: string
}

/** Mail that comes without an end, from senders that keep each mail until it is answered 250. */
export interface MailFlow {
  /** Subjects that were answered 250. */
  readonly acknowledged: ReadonlySet<string>
  /** The reply that decided each attempt, in the order in which they came. */
  readonly replies: readonly FlowReply[]
  /** Attempts that had no reply: none in time, or the connection was cut. */
  readonly errors: readonly string[]
  /** The longest time that a server took for one reply. */
  readonly slowestMs: number
  /** Begins no other mail, and returns when every one has its 250. */
  finish(): Promise<void>
}

const retryPauseMs = 250
/** Between two mails of one connection: a steady load that leaves the processor to the elections. */
const mailPauseMs = 200
/** RFC 5321 §4.5.3.2 lets senders wait for five minutes and longer; the server promises 30 s, and the machine is busy. */
const replyLimitMs = 45_000
const largeEvery = 40
const largeText = 'A line of a mail that is too large for one document.\r\n'.repeat(7_000)

/** Starts the senders: some for each server, one mail after the other, each mail with its own subject and Message-ID. */
export function startMailFlow({ name, ports, to, connectionsPerServer }: MailFlowOptions): MailFlow {
  const acknowledged = new Set<string>()
  const replies: FlowReply[] = []
  const errors: string[] = []
  let slowestMs = 0
  let isFinishing = false

  async function sender(number: number): Promise<void> {
    const clients: (SmtpClient | null)[] = ports.map(() => null)
    const home = number % ports.length
    for (let count = 0; !isFinishing; count += 1) {
      const subject = `${name} ${number}.${count}`
      for (let server = home; !acknowledged.has(subject); server = (server + 1) % ports.length) {
        const client = clients[server] ?? (await connect(server))
        clients[server] = client
        const reply = await attempt(client, { subject, to: to(number + count * 31), isLarge: count % largeEvery === 7 })
        if (!reply) clients[server] = null
        if (reply) replies.push({ at: performance.now(), server, subject, ...reply })
        if (reply?.code === 250) acknowledged.add(subject)
        else await pause(retryPauseMs)
      }
      await pause(mailPauseMs)
    }
    for (const client of clients) client?.socket.destroy()
  }

  async function connect(server: number): Promise<SmtpClient> {
    return await smtpClient(ports[server] ?? 0, { replyLimitMs })
  }

  /** The reply that decides; null where there was none, and the connection is of no use any more. */
  async function attempt(client: SmtpClient, mail: { subject: string; to: string; isLarge: boolean }) {
    const { subject } = mail
    const text = mail.isLarge ? largeText : 'Good morning.'
    const raw = plainMail({ id: subject.replace(' ', '-'), subject, text })
    try {
      const envelope = await timed(() => client.pipeline(['MAIL FROM:<a@elsewhere.example>', `RCPT TO:<${mail.to}>`]))
      const refusal = envelope.find(({ code }) => code !== 250)
      if (refusal) {
        await client.say('RSET')
        return refusal
      }
      const go = await timed(() => client.say('DATA'))
      if (go.code !== 354) return go
      client.write(`${raw}.\r\n`)
      return await timed(() => client.reply())
    } catch (error) {
      errors.push(`${subject}: ${error instanceof Error ? error.message : 'unknown'}`)
      client.socket.destroy()
      return null
    }
  }

  async function timed<T>(work: () => Promise<T>): Promise<T> {
    const beganAt = performance.now()
    try {
      return await work()
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - beganAt)
    }
  }

  const count = connectionsPerServer * ports.length
  const ended = Promise.all(Array.from({ length: count }, (_, number) => sender(number)))
  // The error of a sender that throws is thrown at the end.
  ended.catch(() => {})
  return {
    acknowledged,
    replies,
    errors,
    get slowestMs() {
      return slowestMs
    },
    async finish() {
      isFinishing = true
      await ended
    },
  }
}
