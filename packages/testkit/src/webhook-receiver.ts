import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** One call as it came. */
export interface ReceivedCall {
  /** The header `webhook-id`. */
  id: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** Whether a secret of the receiver verifies it, by the library that customers use. */
  isVerified: boolean
}

/** An answer; `hold` keeps it back until the promise is settled. */
export interface ReceiverAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
  hold?: Promise<unknown>
}

/** A customer's receiver of webhooks on loopback. */
export interface WebhookReceiver extends AsyncDisposable {
  url: string
  port: number
  /** In the order in which they came. */
  calls: ReceivedCall[]
  /** How the next calls are answered; 204 at first. */
  answerWith(answer: (call: ReceivedCall) => ReceiverAnswer): void
}

/** Starts a receiver that verifies with these secrets. */
export async function webhookReceiver(secrets: string[]): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = []
  let answer: (call: ReceivedCall) => ReceiverAnswer = () => ({ status: 204 })
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { headers, url: path = '' } = request
    const call = {
      id: String(headers['webhook-id']),
      path,
      headers,
      body,
      isVerified: verifies(secrets, body, headers),
    }
    calls.push(call)
    const given = answer(call)
    await given.hold
    response.writeHead(given.status, given.headers).end(given.body)
  }

  const server = createServer((request, response) => {
    // A call that was cut is answered to nobody.
    receive(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0

  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    calls,
    answerWith(next) {
      answer = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function verifies(secrets: string[], body: string, headers: IncomingHttpHeaders): boolean {
  const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, signed)
      return true
    } catch {
      return false
    }
  })
}
