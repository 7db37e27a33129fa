import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { startConstantReceiver } from './constant-receiver.ts'

/** How a receiver answers: at once; after seconds; it refuses connections; it accepts calls and never answers. */
export type ReceiverKind = 'healthy' | 'slow' | 'closed' | 'silent'

const slowMs = 5_000
/** The tag is all that is read of a call, as text: reading JSON costs the bench as much as writing it costs the server. */
const mailTag = /"plus:(\d+)"/

/** Receivers of webhooks on loopback, one port for each kind. */
export interface Receivers extends AsyncDisposable {
  url(kind: ReceiverKind, endpoint: number): string
  /** When each mail was first reported, by the detail of its recipient; in ms since the epoch. */
  reportedAt: ReadonlyMap<string, number>
  /** How many calls came for a mail that had been reported before. */
  repeated(): number
}

/** Starts the receivers. They do not verify signatures, which would cost the bench as much as signing costs the server. */
export async function startReceivers(): Promise<Receivers> {
  const reportedAt = new Map<string, number>()
  let repeated = 0
  const note = (body: string): void => {
    const mail = mailTag.exec(body)?.[1]
    if (mail === undefined) return
    if (reportedAt.has(mail)) repeated += 1
    else reportedAt.set(mail, performance.timeOrigin + performance.now())
  }
  const answers: Record<'slow' | 'silent', (response: ServerResponse) => Promise<void>> = {
    slow: async (response) => {
      await pause(slowMs)
      response.writeHead(204).end()
    },
    silent: async () => {},
  }
  const listen = (answer: (response: ServerResponse) => Promise<void>) =>
    listening(
      createServer((request, response) => {
        text(request)
          .then(note)
          .then(() => answer(response))
          .catch(() => response.destroy())
      }),
    )
  const [healthy, slow, silent, closed] = await Promise.all([
    startConstantReceiver(note),
    listen(answers.slow),
    listen(answers.silent),
    listening(createServer()),
  ])
  const ports = { healthy: healthy.port, slow: slow.port, silent: silent.port, closed: closed.port }
  await closed.close()
  return {
    url: (kind, endpoint) => `http://127.0.0.1:${ports[kind]}/${endpoint}`,
    reportedAt,
    repeated: () => repeated,
    async [Symbol.asyncDispose]() {
      await Promise.all([healthy[Symbol.asyncDispose](), slow.close(), silent.close()])
    },
  }
}

async function listening(server: Server): Promise<{ port: number; close(): Promise<void> }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  return {
    port: bound !== null && typeof bound === 'object' ? bound.port : 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
