import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { StripeAccount } from './stripe-account.ts'
import { answerCall, type StripeCall } from './stripe-api.ts'
import { readForm } from './stripe-form.ts'
import { type StripeEvent, StripeRefusal } from './stripe-objects.ts'

/** How a call fails: the connection is cut, or the answer is this error. */
type StripeError = 'cut' | { status: number; type: string; message: string }

interface Delivery {
  /** The secret that signs; the stand-in's own by default. */
  secret?: string
  /** Seconds since the signature was made. */
  ageSeconds?: number
}

/** A stateful double of Stripe on loopback, for the `stripe` library and for users who open its pages. */
export interface StripeStandIn extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  url: string
  secretKey: string
  webhookSecret: string
  account: StripeAccount
  /** The calls of its API so far, as `POST /v1/customers`. */
  calls: string[]
  /** From now on every call of the API fails so; null ends it. */
  failWith(error: StripeError | null): void
  /** Runs before each answer of the API, when the state was read already: what it waits for arrives in between. */
  beforeAnswer(hold: (call: StripeCall) => Promise<void> | void): void
  /** Posts a signed event to a receiver. @returns the receiver's status */
  deliver(event: StripeEvent, to: string, delivery?: Delivery): Promise<number>
  /** The headers and the body of a signed event, to be sent by hand. */
  signed(event: StripeEvent, delivery?: Delivery): SignedCall
  /** The same for any body. */
  signedBody(body: string, delivery?: Delivery): SignedCall
}

interface SignedCall {
  headers: Record<string, string>
  body: string
}

interface Answer {
  status: number
  body: string
}

/** Starts a stand-in that knows these prices: ids, with the amount a month in the currency's smallest unit. */
export async function stripeStandIn(prices: Record<string, number>): Promise<StripeStandIn> {
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`
  const webhookSecret = `whsec_${randomUUID().replaceAll('-', '')}`
  const account = new StripeAccount()
  for (const [id, amount] of Object.entries(prices)) account.addPrice(id, amount)
  const calls: string[] = []
  /** By idempotency key: the call, and its answer. */
  const kept = new Map<string, { call: string; answer: Answer }>()
  let planned: StripeError | null = null
  let hold: (call: StripeCall) => Promise<void> | void = () => {}

  async function answerApi(request: IncomingMessage, url: URL): Promise<Answer & { isReplay: boolean }> {
    const body = await text(request)
    const call = { method: request.method ?? '', path: url.pathname, query: url.searchParams, form: readForm(body) }
    calls.push(`${call.method} ${call.path}`)
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      const refusal = { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' }
      return { status: 401, body: JSON.stringify({ error: refusal }), isReplay: false }
    }
    if (planned && planned !== 'cut') {
      const { status, ...error } = planned
      return { status, body: JSON.stringify({ error }), isReplay: false }
    }
    const key = request.headers['idempotency-key']
    const asked = `${call.method} ${call.path} ${body}`
    const earlier = typeof key === 'string' ? kept.get(key) : undefined
    if (earlier && earlier.call !== asked) {
      const error = { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used once.' }
      return { status: 400, body: JSON.stringify({ error }), isReplay: false }
    }
    if (earlier) return { ...earlier.answer, isReplay: true }
    const answer = answerOf(account, call)
    if (typeof key === 'string') kept.set(key, { call: asked, answer })
    await hold(call)
    return { ...answer, isReplay: false }
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', account.pages)
    if (!url.pathname.startsWith('/v1/')) return showPage(account, { request, response, path: url.pathname })
    if (planned === 'cut') return void response.destroy()
    const { status, body, isReplay } = await answerApi(request, url)
    const replayed = isReplay ? { 'idempotent-replayed': 'true' } : {}
    const headers = { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}`, ...replayed }
    response.writeHead(status, headers).end(body)
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  account.pages = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`

  const signedBody: StripeStandIn['signedBody'] = (body, { secret = webhookSecret, ageSeconds = 0 } = {}) => {
    const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
    return { headers: { 'content-type': 'application/json', 'stripe-signature': signature }, body }
  }
  const signed: StripeStandIn['signed'] = (event, delivery) => signedBody(JSON.stringify(event), delivery)
  return {
    url: account.pages,
    secretKey,
    webhookSecret,
    account,
    calls,
    failWith(next) {
      planned = next
    },
    beforeAnswer(next) {
      hold = next
    },
    signed,
    signedBody,
    async deliver(event, to, delivery) {
      const response = await fetch(to, { method: 'POST', ...signed(event, delivery) })
      await response.arrayBuffer()
      return response.status
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answerOf(account: StripeAccount, call: StripeCall): Answer {
  try {
    return { status: 200, body: JSON.stringify(answerCall(account, call)) }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return { status: error.status, body: JSON.stringify({ error: error.body }) }
  }
}

interface PageRequest {
  request: IncomingMessage
  response: ServerResponse
  path: string
}

/** The page of a checkout session: a form, and what its button does. */
async function showPage(account: StripeAccount, { request, response, path }: PageRequest): Promise<void> {
  const [, id] = /^\/pay\/(\w+)$/.exec(path) ?? []
  const session = id === undefined ? undefined : account.sessions.get(id)
  if (session?.status !== 'open') {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page, or no longer.\n')
    return
  }
  if (request.method !== 'POST') {
    const form = '<form method="post"><button>Pay</button></form>'
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><link rel="icon" href="data:,"><title>Checkout</title>${form}\n`)
    return
  }
  await text(request)
  account.completeSession(session.id)
  response.writeHead(303, { location: session.success_url }).end()
}
