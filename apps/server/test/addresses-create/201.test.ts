import { dayMs, isUlid, limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('the answer is the create shape of the address, exactly', async () => {
  const world = await newWorld()
  const { id: domainId, hostname } = world.tenant.domain

  const answer = await world.create({ localPart: 'a.b_c-9' })

  expect(answer.status).toBe(201)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual({
    data: {
      id: expect.any(String),
      domainId,
      localPart: 'a.b_c-9',
      fullAddress: `a.b_c-9@${hostname}`,
      hasPassword: false,
      ttlSeconds: 0,
      expiresAt: expect.stringMatching(timestamp),
      createdAt: expect.stringMatching(timestamp),
    },
  })
  const { id, createdAt, expiresAt } = answer.body.data
  expect(isUlid(id)).toBe(true)
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(limits.farFutureDays * dayMs)
  expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000)
})

test('without a local part, or with an empty one, it is random, of twelve base32 characters, and never the same', async () => {
  const world = await newWorld()

  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => world.create()),
    world.create({ localPart: '' }),
  ])

  for (const { status, body } of answers) {
    expect(status).toBe(201)
    expect(body.data.localPart).toMatch(/^[a-z2-7]{12}$/)
  }
  expect(new Set(answers.map(({ body }) => body.data.fullAddress)).size).toBe(answers.length)
})

test('every local part that the specification allows is made as it is', async () => {
  const world = await newWorld()
  const allowed = ['a', '0', '.', '_', '-', '..', '.a', 'a.', 'a..b', 'z'.repeat(64), '-.-_', 'abuse', 'postmaster']

  for (const localPart of allowed) {
    const answer = await world.create({ localPart })
    expect(answer.status, localPart).toBe(201)
    expect(answer.body.data.localPart, localPart).toBe(localPart)
  }
})

test('of a password only a hash is stored, and an answer only says whether there is one', async () => {
  const world = await newWorld()

  const made = [
    await world.create({ localPart: 'short', password: 'a b!' }),
    await world.create({ localPart: 'long', password: 'ü'.repeat(64) }),
  ]

  for (const { status, body, text } of made) {
    expect(status).toBe(201)
    expect(body.data.hasPassword).toBe(true)
    expect(text).not.toMatch(/a b!|ü|scrypt/)
  }
  const stored = await world.deps.db.collection('addresses').find({ serviceId: world.tenant.serviceId }).toArray()
  expect(JSON.stringify(stored)).not.toMatch(/a b!|ü/)
  expect(stored.map(({ passwordHash }) => passwordHash)).toEqual([
    expect.stringMatching(/^scrypt\$/),
    expect.stringMatching(/^scrypt\$/),
  ])
  expect((await world.addresses()).body.data).toMatchObject([{ hasPassword: true }, { hasPassword: true }])
})

test('ttlSeconds, whatever number it is, changes nothing, and unknown fields of the body are ignored', async () => {
  const world = await newWorld()

  for (const ttlSeconds of [0, -1, 1.5, 1e9]) {
    const { status, body } = await world.create({ ttlSeconds })
    expect(status).toBe(201)
    expect(body.data.ttlSeconds).toBe(0)
  }
  const answer = await world.addresses('', {
    method: 'POST',
    body: {
      domainId: world.tenant.domain.id,
      id: 'mine',
      serviceId: 'x',
      hostname: 'x',
      isLive: false,
      owner: 'none',
      idempotencyKey: '',
    },
  })
  expect(answer.status).toBe(201)
  expect(answer.body.data.id).not.toBe('mine')
})

test('an Idempotency-Key counts as a header only, not as a field of the body', async () => {
  const world = await newWorld()

  const [first, second] = [
    await world.create({ idempotencyKey: 'same' }),
    await world.create({ idempotencyKey: 'same' }),
  ]

  expect(second.body.data.id).not.toBe(first.body.data.id)
  expect(second.headers).not.toHaveProperty('idempotent-replayed')
})

test('the event address.created is stored with the address, and none without one', async () => {
  const world = await newWorld()
  const made = await world.create({ localPart: 'code', password: 'secret' })

  await world.create({ localPart: 'code' })
  await world.create({ localPart: 'Bad' })

  const events = await world.deps.db.collection('events').find({ serviceId: world.tenant.serviceId }).toArray()
  expect(events).toEqual([
    {
      _id: expect.any(String),
      type: 'address.created',
      serviceId: world.tenant.serviceId,
      isLive: true,
      createdAt: expect.any(Date),
      isPending: true,
      data: { ...made.body.data, serviceId: world.tenant.serviceId },
    },
  ])
})

test('an address that a test key creates is not live, and neither is its event', async () => {
  const world = await newWorld()
  const key = await world.apiKey({ scope: 'write', isLive: false })

  expect(key).toMatch(/^inlet_test_/)
  const made = await world.create({ localPart: 'trial' }, { key })

  expect(made.status).toBe(201)
  expect(
    await world.deps.db.collection('addresses').findOne({ serviceId: world.tenant.serviceId, localPart: 'trial' }),
  ).toMatchObject({ isLive: false })
  expect(await world.deps.db.collection('events').findOne({ serviceId: world.tenant.serviceId })).toMatchObject({
    isLive: false,
    data: { id: made.body.data.id },
  })
  expect((await world.addresses('', { key: world.keys.read })).body.data).toMatchObject([{ localPart: 'trial' }])
})

test('a JSON body may have a charset, white space around it or a byte-order mark', async () => {
  const world = await newWorld()
  const json = JSON.stringify({ domainId: world.tenant.domain.id })

  for (const [type, rawBody] of [
    ['application/json; charset=utf-8', json],
    ['Application/JSON', ` \n${json}\n`],
    ['application/json', Buffer.from(`\uFEFF${json}`)],
  ] as const) {
    const answer = await world.addresses('', { method: 'POST', rawBody, headers: { 'content-type': type } })
    expect(answer.status, type).toBe(201)
  }
})
