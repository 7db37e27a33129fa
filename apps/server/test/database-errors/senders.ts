import { setTimeout as pause } from 'node:timers/promises'
import { type SmtpClient, smtpClient } from '../support/smtp-client.ts'
import { plainMail } from '../support/world.ts'

interface SendersOptions {
  /** Asked at every attempt to connect: a server that was started again has another port. */
  port: () => number
  to: string
  connections: number
  mailsEach: number
}

/** Senders under way: each keeps a mail until it is answered 250, and connects again where it was cut off. */
export interface Senders {
  /** The subjects that were answered 250, and which of them needed more than one attempt. */
  readonly acknowledged: ReadonlySet<string>
  readonly retried: ReadonlySet<string>
  /** Replies that would have made a real sender give up. */
  readonly permanent: string[]
  readonly done: Promise<void>
}

const retryPauseMs = 50

/** Starts parallel connections that each send a number of mails, one after the other, every mail with its own subject and Message-ID. */
export function startSenders({ port, to, connections, mailsEach }: SendersOptions): Senders {
  const acknowledged = new Set<string>()
  const retried = new Set<string>()
  const permanent: string[] = []

  async function connection(number: number): Promise<void> {
    let client: SmtpClient | null = null
    for (let count = 0; count < mailsEach; count += 1) {
      const subject = `Mail ${number}.${count}`
      for (;;) {
        client ??= await smtpClient(port()).catch(() => null)
        const text = client ? await attempt(client, subject) : null
        if (text?.startsWith('250')) break
        if (text?.startsWith('5')) permanent.push(text)
        retried.add(subject)
        client?.socket.destroy()
        client = null
        await pause(retryPauseMs)
      }
      acknowledged.add(subject)
    }
    client?.socket.destroy()
  }

  async function attempt(client: SmtpClient, subject: string): Promise<string | null> {
    const raw = plainMail({ id: subject.replace(' ', '-'), subject })
    return await client.deliver(raw, to).then(
      ({ text }) => text,
      (error: unknown) =>
        error instanceof Error && error.message.startsWith('envelope refused: ') ? error.message.slice(18) : null,
    )
  }

  const done = Promise.all(Array.from({ length: connections }, (_, number) => connection(number))).then(() => {})
  return { acknowledged, retried, permanent, done }
}
