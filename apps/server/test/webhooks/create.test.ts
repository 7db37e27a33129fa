import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

const url = 'https://hooks.example.com/token-in-the-path'

async function startWithAdmin(settings: Record<string, string> = {}) {
  const world = await startWorld({ settings: { INLET_ROLE: 'http', ...settings } })
  const { token } = await person(world, { role: 'admin' })
  const path = `/v1/services/${world.tenant.serviceId}/webhooks`
  return {
    world,
    create: (body: Record<string, unknown>) =>
      world.call(path, { method: 'POST', token, body: { url, events: ['message.received'], ...body } }),
    read: (id: string) => world.call(`/v1/webhooks/${id}`, { token }),
    list: (query = '') => world.call(`${path}${query}`, { token }),
  }
}

test('a new webhook is answered with its secret, which is in no other answer, log line or audit entry', async () => {
  const { world, create, read, list } = await startWithAdmin()
  await using _ = world

  const { status, body } = await create({ description: 'CI', id: 'x', state: 'disabled', secret: 'whsec_own' })

  expect(status).toBe(201)
  const { secret, ...shown } = body.data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(shown).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    serviceId: world.tenant.serviceId,
    url,
    description: 'CI',
    events: ['message.received'],
    filterOtpOnly: false,
    state: 'enabled',
    disabledReason: null,
    createdAt: expect.stringMatching(/Z$/),
    lastSuccessAt: null,
    failingSince: null,
  })
  expect((await read(shown.id)).body).toEqual({ data: shown })
  expect((await list()).body.data).toEqual([shown])
  const entries = await world.deps.db.collection('auditLog').find({ action: 'webhook.created' }).toArray()
  expect(entries).toMatchObject([{ target: { kind: 'webhook', id: shown.id, name: 'hooks.example.com' } }])
  expect(JSON.stringify([entries, world.lines])).not.toMatch(/whsec_|token-in-the-path/)
})

test('webhooks are listed newest first and page by page', async () => {
  const { world, create, list } = await startWithAdmin()
  await using _ = world
  const ids: string[] = []
  for (const description of ['one', 'two', 'three']) {
    world.elapse(10)
    ids.unshift((await create({ description })).body.data.id)
  }

  const first = await list('?limit=2')
  const second = await list(`?limit=2&cursor=${first.body.meta.cursor}`)

  expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(ids)
  expect(second.body.meta.hasMore).toBe(false)
})

test('input that the schema does not take is 400, and nothing is made', async () => {
  const { world, create, list } = await startWithAdmin()
  await using _ = world

  for (const body of [
    { url: undefined },
    { url: '' },
    { url: `${url}${'x'.repeat(limits.webhookUrlMaxChars)}` },
    { events: undefined },
    { events: [] },
    { events: ['message.read'] },
    { events: 'message.received' },
    { events: Array.from({ length: 4 }, () => 'message.received') },
    { filterOtpOnly: 'true' },
    { description: 'x'.repeat(limits.webhookDescriptionMaxChars + 1) },
  ]) {
    expect(await create(body), JSON.stringify(body)).toMatchError(400, 'BAD_REQUEST')
  }

  expect((await list()).body.data).toEqual([])
})

test.each([
  ['http://hooks.example.com/'],
  ['ftp://hooks.example.com/'],
  ['hooks.example.com'],
  ['https://hooks.example.com:22/'],
  ['https://user:password@hooks.example.com/'],
  ['https://127.0.0.1/'],
  ['https://0x7f.1/'],
  ['https://169.254.169.254/latest/meta-data'],
  ['https://[::1]/'],
  ['https://[::ffff:10.0.0.1]/'],
  ['https://[64:ff9b::a00:1]/'],
])(
  'with a database of its own an installation refuses %s with the reason, and repeats the URL nowhere',
  async (blocked) => {
    const { world, create, list } = await startWithAdmin({ MONGODB_URI: 'mongodb://127.0.0.1:9/none' })
    await using _ = world

    const answer = await create({ url: blocked })

    expect(answer).toMatchError(400, 'BAD_REQUEST', 'blocked_address')
    expect(answer.body.error.details).toMatchObject([{ path: 'url' }])
    expect((await list()).body.data).toEqual([])
    expect(JSON.stringify(world.lines)).not.toContain('user:password')
  },
)

test('a start with the embedded database allows loopback with http and any port, and other private addresses only where they are listed', async () => {
  const { world, create } = await startWithAdmin({ WEBHOOK_ALLOW_PRIVATE: '10.1.0.0/16' })
  await using _ = world

  expect((await create({ url: 'http://127.0.0.1:4711/hook' })).status).toBe(201)
  expect((await create({ url: 'http://10.1.2.3:4711/hook' })).status).toBe(201)
  expect(await create({ url: 'http://10.2.2.3:4711/hook' })).toMatchError(400, 'BAD_REQUEST', 'blocked_address')
})
