import { expect, test } from 'vitest'
import { readMetrics } from '../support/metrics-page.ts'
import { sharedStripeWorld } from '../support/stripe-world.ts'

const shared = sharedStripeWorld({ METRICS_PORT: '0' })

/** The counters of payment, by their outcome. */
async function counted(name: 'calls' | 'events'): Promise<Record<string, number>> {
  const { series } = await readMetrics(shared().world)
  const own = series.filter((each) => each.name === `inlet_billing_${name}_total`)
  return Object.fromEntries(own.map(({ labels, value }) => [labels.outcome ?? '', value]))
}

test('calls of the provider, and its events, are counted by what came of them', async () => {
  const { standIn, receiver } = shared()
  expect(await counted('calls')).toEqual({ answered: 0, refused: 0, away: 0 })
  expect(await counted('events')).toEqual({ handled: 0, repeated: 0, ignored: 0, failed: 0, unsigned: 0 })
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('pro')
  const event = standIn.account.events.find(({ data }) => data.object.id === subscription)
  if (!event) throw new Error('there is an event')
  const { answered = 0 } = await counted('calls')
  expect(answered).toBe(standIn.calls.length)

  standIn.failWith({ status: 500, type: 'api_error', message: 'away' })
  expect(await standIn.deliver(event, receiver)).toBe(503)
  standIn.failWith({ status: 401, type: 'invalid_request_error', message: 'no key' })
  expect((await owner.ask('/invoices')).status).toBe(500)
  standIn.failWith(null)
  for (let times = 0; times < 2; times += 1) expect(await standIn.deliver(event, receiver)).toBe(200)
  expect(await standIn.deliver({ ...event, type: 'charge.succeeded' }, receiver)).toBe(200)
  expect(await standIn.deliver(event, receiver, { secret: 'whsec_other' })).toBe(400)

  expect(await counted('calls')).toEqual({ answered: answered + 1, refused: 1, away: 1 })
  expect(await counted('events')).toEqual({ handled: 1, repeated: 1, ignored: 1, failed: 1, unsigned: 1 })
})
