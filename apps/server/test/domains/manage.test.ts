import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { walkPages } from '../support/walk-pages.ts'
import type { World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http', MX_HOST: 'MX.Inlet.Example' } }

const newWorld = sharedServer(http)

async function startWithAdmin() {
  const world = await newWorld()
  const { token, email } = await person(world, { role: 'admin' })
  const list = `/v1/services/${world.tenant.serviceId}/domains`
  return {
    world,
    email,
    list: (query = '') => world.call(`${list}${query}`, { token }),
    add: (body: unknown) => world.call(list, { method: 'POST', token, body }),
    read: (id: string) => world.call(`/v1/domains/${id}`, { token }),
    change: (id: string, body: unknown) => world.call(`/v1/domains/${id}`, { method: 'PATCH', token, body }),
    remove: (id: string, query: string) => world.call(`/v1/domains/${id}${query}`, { method: 'DELETE', token }),
  }
}

const entriesOf = ({ deps }: World, id: string) =>
  deps.db.collection('auditLog').find({ 'target.id': id }).sort({ _id: 1 }).toArray()

test('a new domain is pending, shows the records it needs, and is recorded with its user', async () => {
  const { world, email, add, read } = await startWithAdmin()

  const { status, body } = await add({ hostname: ' Bücher.Example ', publicInbox: true, state: 'verified', id: 'x' })

  expect(status).toBe(201)
  const { id } = body.data
  expect(body.data).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    serviceId: world.tenant.serviceId,
    hostname: 'xn--bcher-kva.example',
    state: 'pending',
    publicInbox: true,
    records: [
      {
        type: 'TXT',
        host: '_inlet.xn--bcher-kva.example',
        value: expect.stringMatching(/^inlet-verification=[0-9a-f]{40}$/),
        found: [],
        ok: false,
        outcome: null,
      },
      { type: 'MX', host: 'xn--bcher-kva.example', value: '10 mx.inlet.example', found: [], ok: false, outcome: null },
    ],
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    verifiedAt: null,
    checkedAt: null,
  })
  expect((await read(id)).body).toEqual(body)
  expect(await entriesOf(world, id)).toMatchObject([
    { action: 'domain.added', actor: { kind: 'user', name: email }, serviceId: world.tenant.serviceId },
  ])
})

test('a text that is no domain name is 400, and a domain that the service has already is 409', async () => {
  const { world, add } = await startWithAdmin()
  const before = await world.deps.db.collection('domains').countDocuments()

  for (const hostname of [
    '',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'a..example',
    'a@b.example',
    'a.*.example.com',
    '*a.example.com',
    '*.*.example.com',
    '*.com',
    '*.co.uk',
    '*',
    '＊.example.com',
    'x'.repeat(254),
  ]) {
    const answer = await add({ hostname })
    expect(answer, hostname).toMatchError(400, 'BAD_REQUEST')
    expect(answer.body.error.details[0].path).toBe('hostname')
  }
  expect(await add({})).toMatchError(400, 'BAD_REQUEST')
  expect(await add({ hostname: world.tenant.domain.hostname.toUpperCase() })).toMatchError(
    409,
    'CONFLICT',
    'domain_exists',
  )

  expect(await world.deps.db.collection('domains').countDocuments()).toBe(before)
})

test('the domains of a service are listed newest first and page by page, and those of others not', async () => {
  const { world, add, list } = await startWithAdmin()
  const made: string[] = []
  for (const hostname of ['one.example', 'two.example']) {
    world.elapse(1)
    made.push((await add({ hostname })).body.data.id)
  }

  const listed = await walkPages((cursor) => list(`?limit=1&cursor=${cursor}`))

  const before = [world.tenant.publicDomain.id, world.tenant.domain.id].sort().reverse()
  expect(listed.map(({ id }) => id)).toEqual([...made.reverse(), ...before])
})

test('a hostname is as long as the name of its TXT record allows: 246 characters, and no more', async () => {
  const { add } = await startWithAdmin()
  const ofLength = (length: number) => `${'a'.repeat(length - 240)}.${'b.'.repeat(116)}example`

  const longest = await add({ hostname: ofLength(246) })
  const longer = await add({ hostname: ofLength(247) })

  expect(longest.status).toBe(201)
  expect(longest.body.data.hostname).toHaveLength(246)
  expect(longest.body.data.records[0].host).toHaveLength(253)
  expect(longer).toMatchError(400, 'BAD_REQUEST', 'invalid_hostname')
})

test('public inboxes are opened and closed, which is recorded where it changes something', async () => {
  const { world, change, read } = await startWithAdmin()
  const { id } = world.tenant.domain

  const opened = await change(id, { publicInbox: true })
  await change(id, { publicInbox: true, hostname: 'other.example', state: 'pending' })
  const refused = await change(id, {})

  expect(opened).toMatchObject({ status: 200, body: { data: { id, publicInbox: true, state: 'verified' } } })
  expect(refused).toMatchError(400, 'BAD_REQUEST')
  expect((await read(id)).body).toEqual(opened.body)
  expect(await entriesOf(world, id)).toMatchObject([{ action: 'domain.changed', note: 'publicInbox on' }])
})

test('a domain is removed with its addresses once its name is confirmed, and its host can be claimed again', async () => {
  const { world, add, remove, read } = await startWithAdmin()
  const { id, hostname } = world.tenant.domain
  const { fullAddress } = await world.address('code')

  expect(await remove(id, '')).toMatchError(400, 'BAD_REQUEST')
  expect(await remove(id, '?confirm=')).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'confirmation_mismatch')
  expect(await remove(id, '?confirm=other.example')).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'confirmation_mismatch')
  expect((await world.inbox(fullAddress)).status).toBe(200)
  const removed = await remove(id, `?confirm=${hostname.toUpperCase()}`)

  expect(removed).toMatchObject({ status: 204, text: '' })
  expect(await read(id)).toMatchError(404, 'NOT_FOUND')
  world.elapse(1_000)
  expect(await world.inbox(fullAddress)).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(await entriesOf(world, id)).toMatchObject([{ action: 'domain.removed', note: 'addresses: 1' }])
  expect((await add({ hostname })).status).toBe(201)
})
