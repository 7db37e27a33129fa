import { limits } from '@inlet/contract'
import type { StripeEvent } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedStripeWorld } from '../support/stripe-world.ts'
import type { Answer, Call } from '../support/world.ts'

const shared = sharedStripeWorld()
const path = '/v1/billing/webhooks/stripe'

const post = (how: Call): Promise<Answer> => shared().world.call(path, { method: 'POST', key: null, ...how })

/** An event of a payment that the server does not know. */
async function unheard(): Promise<{ event: StripeEvent; plan: () => Promise<string> }> {
  const { standIn } = shared()
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('pro')
  const event = standIn.account.events.find(({ data }) => data.object.id === subscription)
  if (!event) throw new Error('there is an event')
  return { event, plan: async () => (await owner.billing()).plan }
}

test('an event is taken only with the signature of the provider, of the last five minutes, over the body as it is', async () => {
  const { standIn } = shared()
  const { event, plan } = await unheard()
  const { headers, body: rawBody } = standIn.signed(event)
  const other = standIn.signed(event, { secret: 'whsec_other' })
  const old = standIn.signed(event, { ageSeconds: 3600 })
  const refused: Call[] = [
    { rawBody, headers: { 'content-type': 'application/json' } },
    { rawBody, headers: other.headers },
    { rawBody, headers: old.headers },
    { rawBody, headers: { 'stripe-signature': 't=1,v1=00' } },
    { rawBody, headers: { 'stripe-signature': '' } },
    { rawBody: `${rawBody} `, headers },
    { rawBody: rawBody.replace('sub_', 'sub_1'), headers },
    { rawBody: '', headers },
  ]

  for (const call of refused) expect(await post(call)).toMatchError(400, 'BAD_REQUEST', 'invalid_signature')
  expect(await plan()).toBe('free')

  expect(await post({ rawBody, headers })).toMatchObject({ status: 200, text: '' })
  expect(await plan()).toBe('pro')
})

test('a body that is too long is refused, and so is every other verb', async () => {
  const { standIn } = shared()
  const { event } = await unheard()
  const { headers } = standIn.signed(event)

  const long = await post({ rawBody: 'x'.repeat(limits.billingEventMaxBytes + 1), headers })

  expect(long).toMatchError(413, 'PAYLOAD_TOO_LARGE')
  const read = await shared().world.call(path, { key: null })
  expect(read).toMatchError(405, 'METHOD_NOT_SUPPORTED')
  expect(read.headers.allow).toBe('POST')
})

test('events of other kinds, of other customers or of odd shapes are acknowledged, and nothing is asked or changed', async () => {
  const { standIn } = shared()
  const { event, plan } = await unheard()
  const stranger = standIn.account.createCustomer({ name: 'Another product', email: null, metadata: {} })
  const odd: unknown[] = [
    { ...event, type: 'charge.succeeded' },
    { ...event, type: 'customer.subscription.paused' },
    { ...event, data: { object: { ...event.data.object, customer: stranger.id } } },
    { ...event, data: { object: { ...event.data.object, customer: { $ne: null } } } },
    { ...event, data: { object: { id: 'sub_1' } } },
    { ...event, id: '' },
    { ...event, id: { $gt: '' } },
    { type: event.type },
    [],
    'text',
    7,
    null,
  ]
  const calls = standIn.calls.length

  for (const each of odd) {
    const { headers, body: rawBody } = standIn.signedBody(JSON.stringify(each))
    expect(await post({ rawBody, headers })).toMatchObject({ status: 200 })
  }
  const { headers, body: rawBody } = standIn.signedBody('{"id":')
  expect(await post({ rawBody, headers })).toMatchError(400, 'BAD_REQUEST')

  expect(standIn.calls).toHaveLength(calls)
  expect(await plan()).toBe('free')
})

test('while the provider is away, orders and events are 503 with Retry-After, and nothing changes', async () => {
  const { standIn, world } = shared()
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('pro')
  await shared().deliverAll()
  const { event } = await unheard()
  const stored = () => world.deps.db.collection('services').find().sort({ _id: 1 }).toArray()
  const before = await stored()

  for (const error of ['cut', { status: 500, type: 'api_error', message: 'secret words' }] as const) {
    standIn.failWith(error)
    const answers = await Promise.all([
      owner.checkout('pro'),
      owner.choose('scale'),
      owner.choose('free'),
      owner.ask('/portal', { method: 'POST' }),
      owner.ask('/invoices'),
      post(signedCall(event)),
    ])
    standIn.failWith(null)
    for (const answer of answers) {
      expect(answer).toMatchError(503, 'SERVICE_UNAVAILABLE')
      expect(answer.headers['retry-after']).toBe('5')
    }
  }

  expect(await stored()).toEqual(before)
  expect(standIn.account.subscriptions.get(subscription)?.items.data[0]?.price.id).toBe('price_pro')
})

test('secrets of the provider, its words and the bodies of events are in no answer and no line of the log', async () => {
  const { standIn, world } = shared()
  const { event } = await unheard()
  const owner = await shared().newCustomer()

  standIn.failWith({ status: 401, type: 'invalid_request_error', message: `Invalid API Key: ${standIn.secretKey}` })
  const answer = await owner.checkout('pro')
  standIn.failWith(null)
  await post(signedCall(event, 'whsec_other'))
  await post(signedCall(event))

  expect(answer).toMatchError(500, 'INTERNAL_SERVER_ERROR')
  const said = JSON.stringify([answer.text, world.lines])
  expect(said).toContain('Stripe: StripeAuthenticationError 401')
  for (const secret of [standIn.secretKey, standIn.webhookSecret, 'Invalid API Key', 'secret words', event.id]) {
    expect(said).not.toContain(secret)
  }
})

function signedCall(event: StripeEvent, secret?: string): Call {
  const { headers, body: rawBody } = shared().standIn.signed(event, secret === undefined ? {} : { secret })
  return { headers, rawBody }
}
