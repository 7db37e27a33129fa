import { expect, test } from 'vitest'
import './support/match-error.ts'
import { person } from './support/people.ts'
import { inhabit } from './support/user-endpoints.ts'
import { startWorld, type World } from './support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const dayMs = 86_400_000

const events = (world: World, type: string) => world.deps.db.collection('events').find({ type }).toArray()

const remove = (world: World, path: string, token: string) => world.call(`/v1${path}`, { method: 'DELETE', token })

test('GET /me answers the user and their services with the role in each', async () => {
  await using world = await startWorld(http)
  const { token, email } = await person(world, { role: 'viewer' })

  const { status, body } = await world.call('/v1/me', { token })

  expect(status).toBe(200)
  const services = [{ id: world.tenant.serviceId, name: 'Tests', role: 'viewer' }]
  expect(body).toEqual({ data: { id: expect.any(String), email, name: 'Ada', services } })
})

test('extending needs no body, and pushes expiresAt to ten years from now and ten minutes', async () => {
  await using world = await startWorld(http)
  const { id, expiresAt } = await world.address('code')
  world.clock.advance(dayMs)
  const { token } = await person(world, { role: 'admin' })
  const extend = () => world.call(`/v1/addresses/${id}/extend`, { method: 'POST', token })

  const first = await extend()
  const second = await extend()

  expect(first.status).toBe(200)
  expect(first.body).toEqual({ data: { expiresAt: expect.stringMatching(/Z$/) } })
  const [before, once, twice] = [expiresAt, first.body.data.expiresAt, second.body.data.expiresAt].map(Date.parse)
  expect(Math.abs(Number(once) - Number(before) - dayMs - 600_000)).toBeLessThan(10_000)
  expect(Number(twice) - Number(once)).toBe(600_000)
})

test('a body that comes with an extension is looked at like every other', async () => {
  await using world = await startWorld(http)
  const { id } = await world.address('code')
  const { token } = await person(world, { role: 'admin' })
  const extend = (rawBody: string, type: string) =>
    world.call(`/v1/addresses/${id}/extend`, { method: 'POST', token, rawBody, headers: { 'content-type': type } })

  expect((await extend('{"id":"another"}', 'application/json')).status).toBe(200)
  expect(await extend('{', 'application/json')).toMatchError(400, 'BAD_REQUEST', 'invalid_json')
  expect(await extend('a=b', 'application/x-www-form-urlencoded')).toMatchError(415, 'UNSUPPORTED_MEDIA_TYPE')
})

test('a deleted address is gone with all its messages at that moment, and deleting it again is 404', async () => {
  await using world = await startWorld(http)
  const { address, messageId } = await inhabit(world)
  const { token } = await person(world, { role: 'admin' })

  const answer = await remove(world, `/addresses/${address.id}`, token)

  expect(answer).toMatchObject({ status: 204, text: '' })
  expect(answer.headers['x-request-id']).toMatch(/./)
  expect(await remove(world, `/addresses/${address.id}`, token)).toMatchError(404, 'NOT_FOUND')
  expect(await remove(world, `/messages/${messageId}`, token)).toMatchError(404, 'NOT_FOUND')
  expect(await world.call(`/v1/messages/${messageId}`)).toMatchError(404, 'NOT_FOUND')
  expect(await world.inbox(address.fullAddress)).toMatchError(404, 'NOT_FOUND')
  expect((await world.addresses()).body.data).toEqual([])
  expect((await world.create({ localPart: 'code' })).status).toBe(201)
})

test('a deleted message is gone, its event tells the list item and no body, and deleting it again is 404', async () => {
  await using world = await startWorld(http)
  const { address, messageId } = await inhabit(world)
  const { token } = await person(world, { role: 'admin' })
  const [listed] = await world.messagesOf(address.fullAddress)

  const answer = await remove(world, `/messages/${messageId}`, token)

  expect(answer).toMatchObject({ status: 204, text: '' })
  expect(await world.messagesOf(address.fullAddress)).toEqual([])
  expect(await remove(world, `/messages/${messageId}`, token)).toMatchError(404, 'NOT_FOUND')
  const { serviceId } = world.tenant
  expect(await events(world, 'message.deleted')).toMatchObject([{ serviceId, data: { ...listed, serviceId } }])
  expect(JSON.stringify(await events(world, 'message.deleted'))).not.toMatch(/textBody|htmlBody/)
})

test('of many who delete one record at once one succeeds, and there is one event', async () => {
  await using world = await startWorld(http)
  const { address, messageId } = await inhabit(world)
  const { token } = await person(world, { role: 'admin' })
  const race = async (path: string) => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(world, path, token)))
    return answers.map(({ status }) => status).sort()
  }

  const won = [204, 404, 404, 404, 404, 404, 404, 404]
  expect(await race(`/messages/${messageId}`)).toEqual(won)
  expect(await race(`/addresses/${address.id}`)).toEqual(won)
  expect(await events(world, 'message.deleted')).toHaveLength(1)
})
