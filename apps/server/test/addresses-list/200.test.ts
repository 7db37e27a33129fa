import { dayMs } from '@inlet/contract'
import { insertDomain } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { walkPages } from '../support/walk-pages.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

async function names(world: World, query: string): Promise<string[]> {
  const { status, body, text } = await world.addresses(query)
  expect(status, text).toBe(200)
  return body.data.map(({ localPart }: { localPart: string }) => localPart)
}

test('an item is the list shape of the address, exactly', async () => {
  const world = await newWorld()
  const { expiresAt, createdAt, ...made } = await world.address('code')

  const answer = await world.addresses()

  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual({
    data: [
      {
        ...made,
        hostname: world.tenant.domain.hostname,
        expiresAt: expect.stringMatching(timestamp),
        createdAt: expect.stringMatching(timestamp),
        lastMessageAt: null,
        messageCount: 0,
      },
    ],
    meta: { cursor: expect.stringMatching(/^[A-Za-z0-9_-]+$/), hasMore: false },
  })
  expect(answer.body.data[0]).toMatchObject({ expiresAt, createdAt })
})

test('a service without addresses has an empty list and an empty cursor', async () => {
  const world = await newWorld()

  expect((await world.addresses()).body).toEqual({ data: [], meta: { cursor: '', hasMore: false } })
})

test('the addresses of another service are never listed', async () => {
  const world = await newWorld()
  await world.address('code')
  const key = await world.apiKey({ scope: 'admin', tenant: world.stranger })

  const answer = await world.call(`/v1/services/${world.stranger.serviceId}/addresses`, { key })

  expect(answer.body.data).toEqual([])
})

test('newest first, 50 on a page unless limit is set', async () => {
  const world = await newWorld()
  await Promise.all(Array.from({ length: 55 }, (_, n) => world.create({ localPart: `a${n}` })))

  const whole = await world.addresses('?limit=100')
  const page = await world.addresses()

  const ids = whole.body.data.map(({ id }: { id: string }) => id)
  expect(ids).toHaveLength(55)
  expect(ids).toEqual([...ids].sort().reverse())
  expect(whole.body.meta.hasMore).toBe(false)
  expect(page.body.data).toEqual(whole.body.data.slice(0, 50))
  expect(page.body.meta.hasMore).toBe(true)
  expect((await world.addresses(`?cursor=${page.body.meta.cursor}`)).body.data).toEqual(whole.body.data.slice(50))
  expect((await world.addresses('?limit=55')).body.meta.hasMore).toBe(false)
  expect((await world.addresses('?limit=54')).body.meta.hasMore).toBe(true)
})

test('pages of any size have every address once, while new ones are created', async () => {
  const world = await newWorld()
  for (let n = 0; n < 7; n += 1) await world.address(`old${n}`)
  const before = (await world.addresses()).body.data.map(({ id }: { id: string }) => id)

  for (const limit of [1, 2, 3, 7, 100]) {
    const seen = await walkPages(
      (cursor) => world.addresses(`?limit=${limit}&cursor=${cursor}`),
      async () => {
        await world.create()
      },
    )
    const ids = seen.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => before.includes(id))).toEqual(before)
  }
})

test("hostname selects one domain, in any spelling; one that is not the service's gives an empty list", async () => {
  const world = await newWorld()
  const { domain, publicDomain, serviceId } = world.tenant
  await insertDomain(world.deps, { serviceId, hostname: 'pending.example', state: 'pending' })
  await world.address('here')
  await world.create({ domainId: publicDomain.id, localPart: 'there' })
  await world.address('strange', world.stranger)

  expect(await names(world, `?hostname=${domain.hostname}`)).toEqual(['here'])
  expect(await names(world, `?hostname=${domain.hostname.toUpperCase()}.`)).toEqual(['here'])
  expect(await names(world, `?hostname=${publicDomain.hostname}`)).toEqual(['there'])
  expect(await names(world, '')).toEqual(['there', 'here'])
  for (const other of [
    'pending.example',
    world.stranger.domain.hostname,
    'absent.example',
    'no%20host',
    '',
    '.*',
    '$hostname',
  ]) {
    expect((await world.addresses(`?hostname=${other}`)).body, other).toEqual({
      data: [],
      meta: { cursor: '', hasMore: false },
    })
  }
})

test('q is a text in the local part, case ignored, and never a pattern', async () => {
  const world = await newWorld()
  for (const localPart of ['shop.orders', 'shop-returns', 'news_42', 'shopping', 'x']) await world.address(localPart)

  expect(await names(world, '?q=shop')).toEqual(['shopping', 'shop-returns', 'shop.orders'])
  expect(await names(world, '?q=SHOP')).toEqual(['shopping', 'shop-returns', 'shop.orders'])
  expect(await names(world, '?q=p.o')).toEqual(['shop.orders'])
  expect(await names(world, '?q=_4')).toEqual(['news_42'])
  expect(await names(world, '?q=x')).toEqual(['x'])
  expect(await names(world, '?q=')).toHaveLength(5)
  for (const q of ['.*', '^shop', 'shop$', '$localPart', '$', '\\w', '[a-z]', '%00', 'example', '@', '(', '%']) {
    expect(await names(world, `?q=${encodeURIComponent(q)}`), q).toEqual([])
  }
  const { hostname } = world.tenant.domain
  expect(await names(world, `?q=shop&hostname=${hostname}`)).toHaveLength(3)
  expect(await names(world, `?q=shop&hostname=${world.tenant.publicDomain.hostname}`)).toEqual([])
})

test('with q, pages of any size have every match once', async () => {
  const world = await newWorld()
  for (let n = 0; n < 9; n += 1) await world.address(n % 3 === 0 ? `miss${n}` : `hit${n}`)

  for (const limit of [1, 2, 5, 6, 7]) {
    const seen = await walkPages((cursor) => world.addresses(`?q=hit&limit=${limit}&cursor=${cursor}`))
    expect(seen.map(({ localPart }) => localPart)).toEqual(['hit8', 'hit7', 'hit5', 'hit4', 'hit2', 'hit1'])
  }
})

test('messageCount is the number of messages that can be listed, and lastMessageAt the time of the last mail, also after that has expired', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await world.address('quiet')
  for (const subject of ['first', 'second']) await world.send(plainMail({ subject }), fullAddress)
  const [newest] = await world.messagesOf(fullAddress)

  const [, code] = (await world.addresses()).body.data
  expect(code).toMatchObject({ localPart: 'code', messageCount: 2, lastMessageAt: newest?.receivedAt })

  const noted = { lastMessageAt: { $ne: null } }
  await waitFor(async () => (await world.deps.db.collection('addresses').countDocuments(noted)) === 1)
  world.clock.advance(8 * dayMs)
  expect((await world.addresses()).body.data).toMatchObject([
    { localPart: 'quiet', messageCount: 0, lastMessageAt: null },
    { localPart: 'code', messageCount: 0, lastMessageAt: newest?.receivedAt },
  ])
})
