import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { countDeliveries, storeEvent } from '../support/held-events.ts'
import { person } from '../support/people.ts'
import { storeWebhook, storeWebhooks } from '../support/stored-webhook.ts'
import { startWorld } from '../support/world.ts'

const url = 'https://hooks.example.com/inlet'

async function startWithAdmin() {
  const world = await startWorld({ settings: { INLET_ROLE: 'http', WEBHOOK_DELIVERIES_PER_MINUTE: '1000' } })
  const { token } = await person(world, { role: 'admin' })
  const path = `/v1/services/${world.tenant.serviceId}/webhooks`
  return { world, token, path }
}

test('the 51st webhook that would get an event is 422 with the reason, made or enabled; one for other events is made', async () => {
  const { world, token, path } = await startWithAdmin()
  await using _ = world
  const { deps, tenant } = world
  const of = { serviceId: tenant.serviceId, url, events: ['message.received' as const] }
  await storeWebhooks(deps, { ...of, count: limits.webhooksPerEvent })
  const disabled = await storeWebhook(deps, { ...of, state: 'disabled', disabledReason: 'operator' })
  const create = (events: string[]) => world.call(path, { method: 'POST', token, body: { url, events } })

  const made = await create(['address.created', 'message.received'])
  const enabled = await world.call(`/v1/webhooks/${disabled}`, { method: 'PATCH', token, body: { enabled: true } })
  const ofOthers = await create(['address.created'])

  for (const answer of [made, enabled]) {
    expect(answer).toMatchError(422, 'UNPROCESSABLE_CONTENT')
    expect(answer.body.error.details).toEqual([
      {
        path: '',
        code: 'too_many_webhooks',
        message:
          'message.received goes to 50 webhooks already, and 50 is the most: disable one, or choose other events',
      },
    ])
  }
  expect(ofOthers.status).toBe(201)
})

test('the list of webhooks says that events wait while the service has had its deliveries of the minute', async () => {
  const { world, token, path } = await startWithAdmin()
  await using _ = world
  const eventsWait = async () => (await world.call(path, { token })).body.meta.eventsWait

  await countDeliveries(world, 1000)
  expect(await eventsWait()).toBe(false)
  await storeEvent(world)
  expect(await eventsWait()).toBe(true)
  await countDeliveries(world, 999)
  expect(await eventsWait()).toBe(false)
})
