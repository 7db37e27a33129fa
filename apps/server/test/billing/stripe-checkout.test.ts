import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedStripeWorld } from '../support/stripe-world.ts'

const shared = sharedStripeWorld()

const isOpen = (url: string) => fetch(url).then(({ status }) => status === 200)
const subscriptionsOf = (customer: string) =>
  [...shared().standIn.account.subscriptions.values()].filter((each) => each.customer === customer)

test('a checkout is a page of the provider for this service, this price and an hour, and changes nothing by itself', async () => {
  const { standIn } = shared()
  const owner = await shared().newCustomer()

  const answer = await owner.checkout('pro')

  expect(answer.status).toBe(201)
  expect(await isOpen(answer.body.data.url)).toBe(true)
  const billingPage = `https://inlet.example/dashboard/services/${owner.serviceId}/billing`
  const session = [...standIn.account.sessions.values()].find(({ url }) => url === answer.body.data.url)
  expect(session).toMatchObject({
    client_reference_id: owner.serviceId,
    success_url: `${billingPage}?checkout=done`,
    cancel_url: `${billingPage}?checkout=cancelled`,
    price: 'price_pro',
  })
  const customer = standIn.account.customers.get(session?.customer ?? '')
  expect(customer).toMatchObject({ name: 'Shop', metadata: { serviceId: owner.serviceId } })
  const minutes = ((session?.expires_at ?? 0) * 1000 - shared().world.clock.now().getTime()) / 60_000
  expect(Math.round(minutes)).toBe(60)
  expect(await owner.billing()).toMatchObject({ plan: 'free', status: 'active' })
})

test('of several checkouts of a service only one page can be paid, also of simultaneous ones, and all are of one customer', async () => {
  const owner = await shared().newCustomer()

  const answers = await Promise.all(['pro', 'scale', 'pro'].map((plan) => owner.checkout(plan)))
  answers.push(await owner.checkout('pro'))

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const open = await Promise.all(answers.map(({ body }) => isOpen(body.data.url)))
  expect(open).toEqual([false, false, false, true])
  const sessions = [...shared().standIn.account.sessions.values()]
  const customers = sessions.filter((each) => each.client_reference_id === owner.serviceId).map((each) => each.customer)
  expect(new Set(customers).size).toBe(1)
})

test('a service that pays cannot begin to pay again, also before the event of its payment has come', async () => {
  const owner = await shared().newCustomer()
  await owner.pay('pro')

  const before = await owner.checkout('scale')
  await shared().deliverAll()
  const after = await owner.checkout('scale')
  await owner.choose('free')
  const cancelled = await owner.checkout('scale')

  for (const answer of [before, after, cancelled]) expect(answer).toMatchError(409, 'CONFLICT', 'subscription_exists')
})

test('an earlier page that is paid while another checkout begins counts, and the new page is closed', async () => {
  const { standIn } = shared()
  const owner = await shared().newCustomer()
  const first = await owner.checkout('pro')
  standIn.beforeAnswer(async ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/checkout/sessions') return
    standIn.beforeAnswer(() => {})
    await fetch(first.body.data.url, { method: 'POST', redirect: 'manual' })
  })

  const second = await owner.checkout('scale')

  expect(second).toMatchError(409, 'CONFLICT', 'subscription_exists')
  const sessions = [...standIn.account.sessions.values()].filter((each) => each.client_reference_id === owner.serviceId)
  expect(sessions.map(({ status }) => status)).toEqual(['complete', 'expired'])
  expect(subscriptionsOf(sessions[0]?.customer ?? '')).toHaveLength(1)
  expect(await owner.billing()).toMatchObject({ plan: 'pro' })
})

test('what is not for sale, or not there, is refused with its own reason', async () => {
  const owner = await shared().newCustomer()

  expect(await owner.checkout('free')).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'plan_not_sold')
  expect(await owner.checkout('absent')).toMatchError(404, 'NOT_FOUND', 'plan_not_found')
  expect(await owner.choose('pro')).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'no_subscription')
  expect(await owner.choose('free')).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'no_subscription')
  const portal = await owner.ask('/portal', { method: 'POST' })
  expect(portal).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'no_subscription')
})

test('a service that pays, or has paid, has the page of the provider where payment is managed', async () => {
  const { standIn } = shared()
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('pro')

  const paying = await owner.ask('/portal', { method: 'POST' })
  standIn.account.cancelSubscription(subscription)
  await shared().deliverAll()
  const cancelled = await owner.ask('/portal', { method: 'POST' })

  expect([paying.status, cancelled.status]).toEqual([201, 201])
  expect(paying.body.data.url).toBe(cancelled.body.data.url)
  expect(await owner.choose('scale')).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'no_subscription')
})

test('invoices are listed newest first, page by page, those of the service alone', async () => {
  const { standIn } = shared()
  const owner = await shared().newCustomer()
  const other = await shared().newCustomer()
  const list = async (query: string) => (await owner.ask(`/invoices${query}`)).body
  expect(await list('')).toEqual({ data: [], meta: { cursor: '', hasMore: false } })
  const subscription = await owner.pay('pro')
  await other.pay('scale')
  for (let month = 1; month <= 3; month += 1) standIn.account.endPeriod(subscription)
  standIn.account.endPeriod(subscription, 'fails')

  const first = await list('?limit=3')
  const rest = await list(`?limit=3&cursor=${first.meta.cursor}`)

  expect([first.meta.hasMore, rest.meta.hasMore]).toEqual([true, false])
  const listed = [...first.data, ...rest.data]
  expect(listed.map(({ status }) => status)).toEqual(['open', 'paid', 'paid', 'paid', 'paid'])
  const newest = [...standIn.account.invoices.values()].at(-1)
  expect(listed[0]).toEqual({
    id: newest?.id,
    number: newest?.number,
    amount: 2900,
    currency: 'eur',
    status: 'open',
    url: newest?.hosted_invoice_url,
    pdfUrl: newest?.invoice_pdf,
    createdAt: new Date((newest?.created ?? 0) * 1000).toISOString(),
  })
  for (const cursor of ['x', first.meta.cursor.slice(0, -2)]) {
    expect(await owner.ask(`/invoices?cursor=${cursor}`)).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
  }
  expect(await other.ask(`/invoices?cursor=${first.meta.cursor}`)).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
})
