import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'

const url = 'https://hooks.example.com/inlet'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

async function startWithWebhook() {
  const world = await newWorld()
  const { token } = await person(world, { role: 'admin' })
  const made = await world.call(`/v1/services/${world.tenant.serviceId}/webhooks`, {
    method: 'POST',
    token,
    body: { url, events: ['message.received'], description: 'CI' },
  })
  const { secret, ...webhook } = made.body.data
  const path = `/v1/webhooks/${webhook.id}`
  return {
    world,
    secret,
    webhook,
    call: (method: string, tail = '', body?: unknown) => world.call(`${path}${tail}`, { method, token, body }),
  }
}

test('fields that are sent change, absent ones stay; null takes the description away', async () => {
  const { webhook, call } = await startWithWebhook()

  const fields = { url: 'https://other.example.com/', events: ['address.created'], filterOtpOnly: true }
  const changed = await call('PATCH', '', { ...fields, secret: 'x', state: 'x', serviceId: 'x' })
  const disabled = await call('PATCH', '', { enabled: false, description: null })
  const enabled = await call('PATCH', '', { enabled: true })

  expect(changed.body).toEqual({ data: { ...webhook, ...fields } })
  const off = { description: null, state: 'disabled', disabledReason: 'operator' }
  expect(disabled.body).toEqual({ data: { ...webhook, ...fields, ...off } })
  expect(enabled.body).toEqual({ data: { ...webhook, ...fields, description: null } })
  expect((await call('GET')).body).toEqual(enabled.body)
})

test('what the schema or the rule for URLs does not take is 400, and nothing changes, not even the other fields', async () => {
  const { webhook, call } = await startWithWebhook()

  for (const body of [{ events: [] }, { enabled: 'no' }, { filterOtpOnly: null }, { description: 1 }, { url: null }]) {
    expect(await call('PATCH', '', { filterOtpOnly: true, ...body })).toMatchError(400, 'BAD_REQUEST')
  }
  const blocked = await call('PATCH', '', { filterOtpOnly: true, url: 'https://10.0.0.1/' })

  expect(blocked).toMatchError(400, 'BAD_REQUEST', 'blocked_address')
  expect((await call('GET')).body).toEqual({ data: webhook })
})

test('a rotation answers the webhook with another secret, which is in no log line and no audit entry', async () => {
  const { world, secret, webhook, call } = await startWithWebhook()

  const { status, body } = await call('POST', '/rotate-secret')

  expect(status).toBe(200)
  expect(body).toEqual({ data: { ...webhook, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) } })
  expect(body.data.secret).not.toBe(secret)
  const stored = await world.deps.db.collection('webhooks').findOne({ serviceId: world.tenant.serviceId, url })
  expect(stored).toMatchObject({ secrets: [{ value: body.data.secret, expiresAt: null }, { value: secret }] })
  const entries = await world.deps.db.collection('auditLog').find({ serviceId: world.tenant.serviceId }).toArray()
  expect(entries.map(({ action }) => action)).toContain('webhook.secret_rotated')
  expect(JSON.stringify([entries, world.lines])).not.toContain('whsec_')
})

test('a deleted webhook is gone with its deliveries, and its name can be asked for no more', async () => {
  const { world, webhook, call } = await startWithWebhook()
  await call('POST', '/test', {})

  const deleted = await call('DELETE')

  expect(deleted).toMatchObject({ status: 204, text: '' })
  for (const [method, tail] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['POST', '/test'],
    ['POST', '/rotate-secret'],
  ] as const) {
    expect(await call(method, tail), `${method} ${tail}`).toMatchError(404, 'NOT_FOUND')
  }
  expect(await world.deps.db.collection('deliveries').countDocuments({ webhookId: webhook.id })).toBe(0)
})
