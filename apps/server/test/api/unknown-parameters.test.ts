import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { TRPCClientError } from '@trpc/client'
import { person } from '../support/people.ts'
import { startPreparedWorld } from '../support/prepared-world.ts'
import { rpcClient } from '../support/rpc-client.ts'
import { sharedServer } from '../support/shared-server.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('a misspelled parameter is refused with the name that was probably meant, and never ignored', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const meant = {
    hasotp: 'hasOtp',
    has_otp: 'hasOtp',
    wait: 'waitSeconds',
    waitseconds: 'waitSeconds',
    Limit: 'limit',
    cursr: 'cursor',
    Q: 'q',
    afer: 'after',
  }

  for (const [written, right] of Object.entries(meant)) {
    const answer = await world.inbox(fullAddress, `?${written}=true`)
    expect(answer, written).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
    expect(answer.body.error).toMatchObject({
      message: `${written}: unknown parameter: did you mean ${right}?`,
      details: [{ path: written, code: 'unknown_parameter', message: `unknown parameter: did you mean ${right}?` }],
    })
  }
})

test('a parameter that is similar to none is refused with a list of those that exist', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')

  const answer = await world.inbox(fullAddress, '?page=2&limit=5&colour=red')

  expect(answer).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
  expect(answer.body.error.details.map(({ path }: { path: string }) => path)).toEqual(['page', 'colour'])
  expect(answer.body.error.message).toMatch(/^page: unknown parameter: expected after, cursor, .*waitSeconds$/)
})

test('no operation takes a parameter that it does not know, those with a body and those without any included', async () => {
  const prepared = await startPreparedWorld()
  await using world = prepared.world
  const { serviceId } = world.tenant
  const { address, messageId } = prepared.own
  const calls: [string, string][] = [
    ['GET', `/v1/services/${serviceId}/addresses`],
    ['POST', `/v1/services/${serviceId}/addresses`],
    ['GET', `/v1/inboxes/${address.fullAddress}/messages`],
    ['GET', `/v1/messages/${messageId}`],
    ['GET', '/v1/me'],
    ['POST', `/v1/addresses/${address.id}/extend`],
    ['DELETE', `/v1/messages/${messageId}`],
    ['DELETE', `/v1/addresses/${address.id}`],
  ]

  for (const [method, path] of calls) {
    // Also the names of what stands in the path, in a header or in a body: none of these is a parameter of the query.
    for (const key of ['id', 'address', 'localPart', 'idempotencyKey', '__proto__', 'constructor', '']) {
      const answer = await world.call(`${path}?${key}=x`, { method, token: prepared.owner })
      expect(answer, `${method} ${path}?${key}`).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
    }
    expect(await world.call(`${path}?x=1`, { method, key: null }), path).toMatchError(401, 'UNAUTHORIZED')
  }
  expect((await world.call(`/v1/messages/${messageId}`, { token: prepared.owner })).status).toBe(200)
})

test('a foreign service or mail host is 403 before its parameters are checked', async () => {
  const world = await newWorld()
  const { stranger } = world

  expect(await world.call(`/v1/services/${stranger.serviceId}/addresses?x=1`)).toMatchError(403, 'FORBIDDEN')
  expect(await world.inbox(`code@${stranger.domain.hostname}`, '?x=1')).toMatchError(403, 'FORBIDDEN', 'wrong_service')
})

test('unknown fields of a body are ignored', async () => {
  const world = await newWorld()

  expect(await world.create({ localPart: 'code', localpart: 'other', colour: 'red' })).toMatchObject({
    status: 201,
    body: { data: { localPart: 'code' } },
  })
})

test('a route without a credential accepts any query', async () => {
  const world = await newWorld()

  for (const path of ['/livez?x=1', '/v1/openapi.json?x=1', '/docs?x=1']) {
    expect((await world.call(path, { key: null })).status, path).toBe(200)
  }
})

test('the typed path refuses the same in the input of a query', async () => {
  const world = await newWorld()
  const { token } = await person(world, { role: 'owner' })
  const { fullAddress } = await world.address('code')
  const client = rpcClient(world, { authorization: `Bearer ${token}` })
  const input = { address: fullAddress, hasotp: true }

  const refused = await client.integrator.listMessages.query(input).catch((error: unknown) => error)

  expect(refused).toBeInstanceOf(TRPCClientError)
  expect(refused).toMatchObject({
    message: 'hasotp: unknown parameter: did you mean hasOtp?',
    data: { code: 'BAD_REQUEST', httpStatus: 400, details: [{ path: 'hasotp', code: 'unknown_parameter' }] },
  })
})
