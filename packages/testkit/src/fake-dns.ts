import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type DnsReply, questionOf, replyTo } from './dns-message.ts'

/** The answer to a question; `silence`: none at all, `truncated`: the resolver has to repeat the question over TCP. */
export type FakeAnswer = DnsReply | 'silence' | { truncated: DnsReply } | { afterMs: number; reply: DnsReply }

/** A name server on loopback, UDP and TCP on one port. */
export interface FakeDns extends AsyncDisposable {
  /** `ip:port`, for the settings of a resolver. */
  server: string
  /** The questions so far, as `TXT name.test`, in lower case; a retransmission counts once. */
  asked: string[]
  /** From now on `question` (`TXT name.test`) gets this answer. */
  answer(question: string, answer: FakeAnswer): void
}

/** Starts a name server that knows `zone` (keys such as `TXT name.test`); every other name does not exist. */
export async function fakeDns(zone: Record<string, FakeAnswer> = {}): Promise<FakeDns> {
  const answers = new Map(Object.entries(zone))
  const asked: string[] = []
  const seen = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  const connections = new Set<Socket>()

  function respond(query: Buffer, over: 'udp' | 'tcp', send: (reply: Buffer) => void): void {
    const question = questionOf(query)
    if (!question) return
    const name = `${question.type} ${question.name}`
    // A retransmission has the same id (RFC 1035 §4.1.1).
    const sent = `${over} ${query.readUInt16BE(0)} ${name}`
    if (!seen.has(sent)) asked.push(name)
    seen.add(sent)
    const answer = answers.get(name) ?? 'NXDOMAIN'
    if (answer === 'silence') return
    if (typeof answer === 'object' && 'truncated' in answer) {
      return send(replyTo(query, over === 'udp' ? 'TRUNCATED' : answer.truncated))
    }
    if (typeof answer !== 'object' || !('afterMs' in answer)) return send(replyTo(query, answer))
    const timer = setTimeout(() => {
      timers.delete(timer)
      send(replyTo(query, answer.reply))
    }, answer.afterMs)
    timers.add(timer)
  }

  // TCP first: the system chooses its port, and the same one is nearly always free for UDP.
  for (;;) {
    const tcp = createServer((connection) => {
      connections.add(connection)
      connection.on('close', () => connections.delete(connection)).on('error', () => {})
      let pending = Buffer.alloc(0)
      connection.on('data', (chunk) => {
        pending = Buffer.concat([pending, chunk])
        while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
          const size = pending.readUInt16BE(0)
          respond(pending.subarray(2, 2 + size), 'tcp', (reply) => {
            const length = Buffer.alloc(2)
            length.writeUInt16BE(reply.length)
            if (connection.writable) connection.write(Buffer.concat([length, reply]))
          })
          pending = pending.subarray(2 + size)
        }
      })
    }).listen(0, '127.0.0.1')
    await once(tcp, 'listening')
    const bound = tcp.address()
    const port = bound !== null && typeof bound === 'object' ? bound.port : 0
    const udp = createSocket('udp4')
    udp.on('message', (query, from) => respond(query, 'udp', (reply) => udp.send(reply, from.port, from.address)))
    udp.bind(port, '127.0.0.1')
    const isBound = await once(udp, 'listening').then(
      () => true,
      () => false,
    )
    if (!isBound) {
      tcp.close()
      continue
    }

    return {
      server: `127.0.0.1:${port}`,
      asked,
      answer: (question, answer) => void answers.set(question, answer),
      async [Symbol.asyncDispose]() {
        for (const timer of timers) clearTimeout(timer)
        for (const connection of connections) connection.destroy()
        await Promise.all([new Promise((done) => tcp.close(done)), new Promise<void>((done) => udp.close(done))])
      },
    }
  }
}
