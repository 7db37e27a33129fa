import { dayMs, isUlid } from '@inlet/contract'
import { insertDomain, insertService } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { storeMessages } from '../support/stored-messages.ts'
import { walkPages } from '../support/walk-pages.ts'
import { plainMail, startWorld } from '../support/world.ts'

const newWorld = sharedServer()
const newHttpWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const subjectsOf = (items: { [field: string]: unknown }[]) => items.map(({ subject }) => subject)

test('an item is the list shape of the message, exactly, without its bodies', async () => {
  const world = await newWorld()
  const { id: addressId, fullAddress } = await world.address('code')
  const raw = plainMail({ subject: 'Grüße', text: 'Good   morning.\r\n\r\nSecond line.' })
  await world.send(raw, fullAddress)

  const answer = await world.inbox(fullAddress)

  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual({
    data: [
      {
        id: expect.any(String),
        addressId,
        fromAddr: 'ada@elsewhere.example',
        fromName: 'Ada Sender',
        toAddr: fullAddress,
        subject: 'Grüße',
        preview: 'Good morning. Second line.',
        sizeBytes: Buffer.byteLength(raw),
        isRead: false,
        otpCode: null,
        tags: expect.any(Array),
        receivedAt: expect.stringMatching(timestamp),
        expiresAt: expect.stringMatching(timestamp),
        createdAt: expect.stringMatching(timestamp),
      },
    ],
    meta: { cursor: expect.stringMatching(/^[A-Za-z0-9_-]+$/), hasMore: false },
  })
  const [item] = answer.body.data
  expect(isUlid(item.id)).toBe(true)
  expect(Date.parse(item.expiresAt) - Date.parse(item.receivedAt)).toBe(7 * dayMs)
})

test('an inbox without mail has an empty list and an empty cursor', async () => {
  const world = await newHttpWorld()
  const { fullAddress } = await world.address('code')

  expect((await world.inbox(fullAddress)).body).toEqual({ data: [], meta: { cursor: '', hasMore: false } })
})

test("a message's retention is that of its service when it was received", async () => {
  const world = await newWorld()
  const { _id: serviceId } = await insertService(world.deps, { name: 'Keeps a day', retentionDays: 1 })
  const domain = await insertDomain(world.deps, {
    serviceId,
    hostname: 'day.example',
    state: 'verified',
    publicInbox: true,
  })
  const key = await world.apiKey({
    scope: 'read',
    tenant: {
      serviceId,
      domain: { id: domain._id, hostname: domain.hostname },
      publicDomain: { id: '', hostname: '' },
    },
  })
  await world.send(plainMail({ subject: 'one day' }), 'code@day.example')

  await world.deps.db
    .collection<{ _id: string }>('services')
    .updateOne({ _id: serviceId }, { $set: { retentionDays: 30 } })
  world.elapse(1_000)
  await world.send(plainMail({ subject: 'thirty days' }), 'code@day.example')

  const { data } = (await world.inbox('code@day.example', '', { key })).body
  const keptMs = data.map(
    (item: { receivedAt: string; expiresAt: string }) => Date.parse(item.expiresAt) - Date.parse(item.receivedAt),
  )
  expect(keptMs).toEqual([30 * dayMs, dayMs])
})

test('newest first, 50 on a page unless limit is set', async () => {
  const world = await newHttpWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(
    world,
    fullAddress,
    Array.from({ length: 55 }, (_, n) => ({ subject: `Mail ${n}` })),
  )
  const expected = Array.from({ length: 55 }, (_, n) => `Mail ${54 - n}`)

  const page = await world.inbox(fullAddress)

  expect(subjectsOf(page.body.data)).toEqual(expected.slice(0, 50))
  expect(page.body.meta.hasMore).toBe(true)
  expect(subjectsOf((await world.inbox(fullAddress, `?cursor=${page.body.meta.cursor}`)).body.data)).toEqual(
    expected.slice(50),
  )
  expect(subjectsOf((await world.inbox(fullAddress, '?limit=100')).body.data)).toEqual(expected)
  expect((await world.inbox(fullAddress, '?limit=55')).body.meta.hasMore).toBe(false)
  expect((await world.inbox(fullAddress, '?limit=54')).body.meta.hasMore).toBe(true)
})

test('pages of any size have every message once, while new ones arrive', async () => {
  const world = await newHttpWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(
    world,
    fullAddress,
    Array.from({ length: 7 }, (_, n) => ({ subject: `Old ${n}` })),
  )

  for (const limit of [1, 2, 3, 7, 100]) {
    const seen = await walkPages(
      (cursor) => world.inbox(fullAddress, `?limit=${limit}&cursor=${cursor}`),
      () => storeMessages(world, fullAddress, [{ subject: 'New' }]),
    )
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(subjectsOf(seen).filter((subject) => subject !== 'New')).toEqual(
      Array.from({ length: 7 }, (_, n) => `Old ${6 - n}`),
    )
  }
})

test('a cursor continues where its page ended, also if that message was deleted since', async () => {
  const world = await newHttpWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(
    world,
    fullAddress,
    ['a', 'b', 'c', 'd'].map((subject) => ({ subject })),
  )
  const page = await world.inbox(fullAddress, '?limit=2')

  await world.deps.db.collection<{ _id: string }>('messages').deleteOne({ _id: page.body.data[1].id })

  expect(subjectsOf((await world.inbox(fullAddress, `?cursor=${page.body.meta.cursor}`)).body.data)).toEqual(['b', 'a'])
  const end = await world.inbox(fullAddress, `?limit=2&cursor=${page.body.meta.cursor}`)
  expect(end.body.meta).toMatchObject({ hasMore: false })
  expect((await world.inbox(fullAddress, `?limit=2&cursor=${end.body.meta.cursor}`)).body).toEqual({
    data: [],
    meta: { cursor: '', hasMore: false },
  })
})

test('hasOtp keeps the messages with a code, page by page', async () => {
  const world = await newHttpWorld()
  const { fullAddress } = await world.address('code')
  const facts = Array.from({ length: 9 }, (_, n) => ({
    subject: `Mail ${n}`,
    otpCode: n % 3 === 0 ? null : `00000${n}`,
  }))
  await storeMessages(world, fullAddress, facts)

  for (const limit of [1, 2, 5, 6, 7]) {
    const seen = await walkPages((cursor) => world.inbox(fullAddress, `?hasOtp=true&limit=${limit}&cursor=${cursor}`))
    expect(seen.map(({ otpCode }) => otpCode)).toEqual(['000008', '000007', '000005', '000004', '000002', '000001'])
  }
})

test('an address in a path is folded and percent-decoded; a local part may have dots, or 64 characters', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.domain
  const longest = 'a'.repeat(64)
  for (const localPart of ['first.last', longest]) await world.address(localPart)
  await world.send(plainMail(), `first.last@${hostname}`)
  const written = [
    `first.last@${hostname}`,
    `First.LAST@${hostname.toUpperCase()}`,
    encodeURIComponent(`first.last@${hostname}`),
    [...Buffer.from(`first.last@${hostname}`)].map((byte) => `%${byte.toString(16)}`).join(''),
    `first%2Elast@${hostname}`,
  ]

  for (const address of written) {
    const answer = await world.call(`/v1/inboxes/${address}/messages`)
    expect(answer.status, address).toBe(200)
    expect(answer.body.data, address).toHaveLength(1)
  }
  expect((await world.call(`/v1/inboxes/${longest}@${hostname}/messages`)).status).toBe(200)
})

test('mail of a test address is not live, and is listed like any other', async () => {
  await using world = await startWorld()
  const key = await world.apiKey({ scope: 'write', isLive: false })
  const { fullAddress } = (await world.create({ localPart: 'trial' }, { key })).body.data

  await world.send(plainMail(), fullAddress)

  expect((await world.inbox(fullAddress, '', { key: world.keys.read })).body.data).toHaveLength(1)
  expect(await world.deps.db.collection('messages').findOne()).toMatchObject({ isLive: false })
})
