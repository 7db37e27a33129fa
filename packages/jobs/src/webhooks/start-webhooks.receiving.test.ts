import type { DeliveryDoc } from '@inlet/core'
import { waitFor, webhookReceiver } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sampleDelivery } from '../../test/sample-delivery.ts'
import { secretOf, startWebhookWorld, type WebhookWorld } from '../../test/webhook-world.ts'

/** One in each step of 250 ms, all of them would take longer than the test waits. */
const many = 160

/** Stores deliveries that are due. */
async function storeDue({ deps, clock }: WebhookWorld, of: { webhookId: string; serviceId: string }): Promise<void> {
  const due = Array.from({ length: many }, (_, index) =>
    sampleDelivery({ ...of, _id: `due-${index}`, claimId: null, dueAt: clock.now() }),
  )
  await deps.db.collection<DeliveryDoc>('deliveries').insertMany(due)
}

const flooded = () => ({ isBusy: true, mails: 0 })

test('while mails wait few events are dispatched at a time, but some; when none waits, all are', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  await world.webhook(receiver.url)
  await world.events(many)
  let receiving = flooded()
  await using _worker = await world.worker(() => receiving)

  const meanwhile = await waitFor(async () => {
    const made = await world.deliveries()
    return made.length >= 2 ? made : null
  })
  expect(meanwhile.length).toBeLessThan(many / 2)
  receiving = { isBusy: false, mails: 0 }

  const done = await world.until('succeeded', many)
  expect(receiver.calls.map(({ id }) => id).sort()).toEqual(done.map(({ _id }) => `msg_${_id}`))
})

test('while mails wait few deliveries that are due are sent at a time, but some; when none waits, all are', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  const { _id: webhookId, serviceId } = await world.webhook(receiver.url)
  await storeDue(world, { webhookId, serviceId })
  let receiving = flooded()
  await using _worker = await world.worker(() => receiving)

  const meanwhile = await world.until('succeeded', 2)
  expect(meanwhile.length).toBeLessThan(many / 2)
  receiving = { isBusy: false, mails: 0 }

  await world.until('succeeded', many)
  expect(receiver.calls).toHaveLength(many)
})

test('a process in which mails wait leaves the events to one that receives none', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  await world.webhook(receiver.url)
  await world.events(many)
  await using _flooded = await world.worker(flooded)
  await waitFor(() => receiver.calls.length > 0)

  await using _free = await world.worker()

  await world.until('succeeded', many)
  expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(many)
})

test('the gauges count what is due and events that wait to be dispatched, and say how old these are', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  await world.webhook(receiver.url)
  const { _id: webhookId } = await world.webhook(receiver.url, { state: 'disabled', disabledReason: 'operator' })
  await storeDue(world, { webhookId, serviceId: world.serviceId })
  await world.events(many)
  world.clock.advance(120_000)
  await using worker = await world.worker(flooded)

  // Each is read by a loop of its own.
  const gauges = async () => {
    const page = await worker.page()
    const [backlog, oldest] = ['backlog', 'oldest_due_seconds'].map((name) =>
      Number(new RegExp(String.raw`^inlet_webhook_${name} (\S+)$`, 'm').exec(page)?.[1]),
    )
    return { backlog, oldest }
  }
  await waitFor(async () => {
    const { backlog = 0, oldest = 0 } = await gauges()
    return backlog > 1.5 * many && oldest >= 120
  })
})
