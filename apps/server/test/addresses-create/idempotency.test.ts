import { hourMs, limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { leaveCrashedCall } from '../support/crashed-call.ts'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { type Answer, startWorld, type World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)
const under = (key: string) => ({ headers: { 'idempotency-key': key } })
const addressCount = ({ deps, tenant: { serviceId } }: World) =>
  deps.db.collection('addresses').countDocuments({ serviceId })
const isReplay = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true'

test('a replay is the stored answer, marked as such, and creates nothing', async () => {
  const world = await newWorld()

  const first = await world.create({ password: 'secret' }, under('order-1'))
  const replays = [
    await world.create({ password: 'secret' }, under('order-1')),
    await world.create({ password: 'secret' }, under('order-1')),
  ]

  expect(first.status).toBe(201)
  expect(isReplay(first)).toBe(false)
  for (const replay of replays) {
    expect(replay).toMatchObject({ status: 201, text: first.text })
    expect(isReplay(replay)).toBe(true)
    expect(replay.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  }
  expect(await addressCount(world)).toBe(1)
  expect(await world.deps.db.collection('events').countDocuments({ serviceId: world.tenant.serviceId })).toBe(1)
})

test('a body with its fields in another order, or with an unknown field, counts as the same body', async () => {
  const world = await newWorld()
  const domainId = world.tenant.domain.id
  const post = (body: object) => world.addresses('', { method: 'POST', body, ...under('k') })

  const answers = [
    await post({ domainId, localPart: 'code' }),
    await post({ localPart: 'code', domainId }),
    await post({ domainId, localPart: 'code', x: 1 }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(answers.map(isReplay)).toEqual([false, true, true])
})

test('the same key with another body is 422', async () => {
  const world = await newWorld()
  await world.create({ localPart: 'code' }, under('k'))

  for (const body of [
    { localPart: 'other' },
    {},
    { localPart: 'code', password: 'secret' },
    { localPart: 'code', domainId: world.tenant.publicDomain.id },
  ]) {
    expect(await world.create(body, under('k'))).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'idempotency_mismatch')
  }
  expect(await addressCount(world)).toBe(1)
})

test('of many simultaneous calls under one key one creates the address; the others get 409 or its answer', async () => {
  const world = await newWorld()

  const answers = await Promise.all(Array.from({ length: 20 }, () => world.create({}, under('race'))))

  const made = answers.filter((answer) => answer.status === 201 && !isReplay(answer))
  expect(made).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 201) expect(answer.text).toBe(made[0]?.text)
    else expect(answer).toMatchError(409, 'CONFLICT', 'idempotency_in_progress')
  }
  expect(await addressCount(world)).toBe(1)
  expect(isReplay(await world.create({}, under('race')))).toBe(true)
})

test('a call that failed frees its key, also for another body', async () => {
  const world = await newWorld()
  await world.address('taken')

  expect(await world.create({ localPart: 'taken' }, under('k'))).toMatchError(409, 'CONFLICT', 'address_exists')
  expect(await world.create({ localPart: 'Bad' }, under('k'))).toMatchError(400, 'BAD_REQUEST')
  const answer = await world.create({ localPart: 'free' }, under('k'))

  expect(answer.status).toBe(201)
  expect(isReplay(answer)).toBe(false)
})

test('a key belongs to its caller: another API key with the same one creates its own address', async () => {
  const world = await newWorld()

  const [mine, theirs] = [
    await world.create({}, under('k')),
    await world.create({}, { ...under('k'), key: world.keys.admin }),
  ]

  expect([mine.status, theirs.status]).toEqual([201, 201])
  expect(theirs.body.data.id).not.toBe(mine.body.data.id)
})

test('a key is kept for 24 hours and not a millisecond less', async () => {
  await using world = await startWorld(http)
  const beganAt = world.clock.now().getTime()
  const first = await world.create({}, under('k'))
  const row = await world.deps.db.collection('idempotencyKeys').findOne()
  expect(row?.expiresAt.getTime() - beganAt).toBeGreaterThanOrEqual(limits.idempotencyKeptHours * hourMs)

  world.clock.advance(limits.idempotencyKeptHours * hourMs - 60_000)
  expect((await world.create({}, under('k'))).text).toBe(first.text)
  world.clock.advance(60_001)
  const later = await world.create({}, under('k'))

  expect(later.status).toBe(201)
  expect(later.body.data.id).not.toBe(first.body.data.id)
})

test('a key of 1 or 255 characters is accepted, an empty or a longer one is 400', async () => {
  const world = await newWorld()

  for (const key of ['k', 'k'.repeat(255)]) expect((await world.create({}, under(key))).status).toBe(201)
  for (const key of ['', 'k'.repeat(256)]) {
    const answer = await world.create({}, under(key))
    expect(answer).toMatchError(400, 'BAD_REQUEST')
    // The header's own name, as in every other error of it.
    expect(answer.body.error.details).toEqual([expect.objectContaining({ path: 'Idempotency-Key' })])
  }
  expect(await addressCount(world)).toBe(2)
})

test('neither key nor password of a call can be read in the database', async () => {
  await using world = await startWorld(http)

  await world.create({ password: 'the-password' }, under('the-idempotency-key'))

  const rows = JSON.stringify(await world.deps.db.collection('idempotencyKeys').find().toArray())
  expect(rows).not.toMatch(/the-/)
})

test('after a crash the key is in flight until its lease ends; then a retry creates the address with the id that was reserved', async () => {
  await using world = await startWorld(http)
  const body = { domainId: world.tenant.domain.id, localPart: 'code' }
  const reservedId = await leaveCrashedCall(world, 'k', body)

  expect(await world.create(body, under('k'))).toMatchError(409, 'CONFLICT', 'idempotency_in_progress')
  world.clock.advance(limits.idempotencyLeaseSeconds * 1000)
  const retries = await Promise.all(Array.from({ length: 5 }, () => world.create(body, under('k'))))

  const made = retries.filter(({ status }) => status === 201)
  expect(made.length).toBeGreaterThan(0)
  for (const answer of made) expect(answer.body.data.id).toBe(reservedId)
  expect(await addressCount(world)).toBe(1)
  expect((await world.create(body, under('k'))).body.data.id).toBe(reservedId)
})
