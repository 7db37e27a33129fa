import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { walkPages } from '../support/walk-pages.ts'
import { storeEntries } from './store-entries.ts'

const lines = { accept: 'application/x-ndjson' }

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

async function startWithAdmin() {
  const world = await newWorld()
  const { token } = await person(world, { role: 'admin' })
  const path = `/v1/services/${world.tenant.serviceId}/audit-log`
  const read = (query = '', headers: Record<string, string> = {}) => world.call(`${path}${query}`, { token, headers })
  return { world, token, path, read }
}

test('an entry says who did what to which record, from where and in which request; filters must all fit', async () => {
  const { world, token, read } = await startWithAdmin()
  const { id: userId, email } = (await world.call('/v1/me', { token })).body.data
  const service = `/v1/services/${world.tenant.serviceId}`
  const from = world.clock.now().toISOString()
  world.elapse(10)
  const headers = { 'x-request-id': 'rename-1' }
  await world.call(service, { method: 'PATCH', token, headers, body: { name: 'Shop' } })
  const key = await world.call(`${service}/api-keys`, { method: 'POST', token, body: { name: 'CI', scope: 'read' } })
  world.elapse(10)
  const to = world.clock.now().toISOString()
  world.elapse(10)
  await world.call(`/v1/api-keys/${key.body.data.id}`, { method: 'DELETE', token })

  const { body } = await read(`?actor=${userId}&action=service.changed&from=${from}&to=${to}`)
  const actionsOf = async (query: string) =>
    (await read(query)).body.data.map(({ action }: { action: string }) => action)

  expect(body.data).toEqual([
    {
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      actor: { kind: 'user', id: userId, name: email },
      action: 'service.changed',
      target: { kind: 'service', id: world.tenant.serviceId, name: 'Tests' },
      note: 'name Tests → Shop',
      ip: '127.0.0.1',
      requestId: 'rename-1',
      at: expect.stringMatching(/Z$/),
    },
  ])
  expect(await actionsOf(`?from=${from}&to=${to}`)).toEqual(['api_key.created', 'service.changed'])
  expect(await actionsOf(`?from=${to}`)).toEqual(['api_key.revoked'])
  expect(await actionsOf(`?actor=${world.deps.newId()}`)).toEqual([])
  expect(await actionsOf('?action=member.invited')).toEqual(['member.invited'])
  for (const query of ['?from=2027-01-01', '?action=x', '?actor=', '?cursor=x', '?until=x']) {
    expect(await read(query), query).toMatchError(400, 'BAD_REQUEST')
  }
})

test('with Accept: application/x-ndjson all entries that fit are sent, a line each, exactly those that the pages have', async () => {
  const { world, token, path, read } = await startWithAdmin()
  await storeEntries(world, 250)

  const paged = await walkPages((cursor) => read(`?limit=100&cursor=${cursor}`))
  const whole = await read('?limit=1', lines)
  const filtered = await read('?action=member.joined', lines)
  const none = await read('?to=2020-01-01T00:00:00Z', lines)
  const head = await world.call(path, { method: 'HEAD', token, headers: lines })

  expect(whole.headers).toMatchObject({ 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  expect(paged.length).toBeGreaterThanOrEqual(250)
  expect(whole.text).toBe(paged.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  expect(filtered.text.match(/\n/g)).toHaveLength(paged.filter(({ action }) => action === 'member.joined').length)
  expect([none, head].map(({ status, text }) => [status, text])).toEqual([
    [200, ''],
    [200, ''],
  ])
})

test('what is refused is refused as JSON, with its own status, to a client that wants lines too', async () => {
  const { world, path, read } = await startWithAdmin()
  const { token: viewer } = await person(world, { role: 'viewer' })

  expect(await read('?cursor=x', lines)).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
  const ofViewer = await world.call(path, { token: viewer, headers: lines })
  expect(ofViewer).toMatchError(403, 'FORBIDDEN', 'insufficient_role')
  expect(await world.call(path, { key: null, headers: lines })).toMatchError(401, 'UNAUTHORIZED')
})
