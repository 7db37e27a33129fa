import { limits } from '@inlet/contract'
import { packContent } from '@inlet/mail'
import { expect, test } from 'vitest'
import { inOneWindow } from '../support/in-one-window.ts'
import { person } from '../support/people.ts'
import { inboxWithMessage } from '../support/prepared-world.ts'
import { rpcClient } from '../support/rpc-client.ts'
import { sharedServer } from '../support/shared-server.ts'
import { type Answer, type Call, startWorld, type World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)
const json = { 'content-type': 'application/json' }

/** The error of an answer that is no batch. */
const dataOf = ({ body }: Answer) => body.error.data

const inputOf = (input: unknown) => `input=${encodeURIComponent(JSON.stringify(input))}`

const create = (world: World, how: Call) =>
  world.call('/trpc/integrator.createAddress', {
    method: 'POST',
    body: { id: world.tenant.serviceId, domainId: world.tenant.domain.id },
    ...how,
  })

test('simultaneous calls are one request, each has its own result, and the log line names all of them', async () => {
  const world = await newWorld()
  const { token } = await person(world, { role: 'viewer' })
  const client = rpcClient(world, { authorization: `Bearer ${token}`, 'x-request-id': 'batch-1' })
  const { serviceId: id } = world.tenant

  const [me, page, refused] = await Promise.allSettled([
    client.dashboard.readMe.query(),
    client.integrator.listAddresses.query({ id }),
    client.integrator.readMessage.query({ id: 'x' }),
  ])

  expect(me).toMatchObject({ status: 'fulfilled', value: { data: { services: [{ id, role: 'viewer' }] } } })
  expect(page).toMatchObject({ status: 'fulfilled', value: { data: [], meta: { hasMore: false } } })
  expect(refused).toMatchObject({ status: 'rejected', reason: { data: { code: 'BAD_REQUEST', requestId: 'batch-1' } } })
  const lines = world.lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === 'batch-1')
  expect(lines).toMatchObject([
    {
      route: '/trpc/*',
      status: 207,
      procedures: 'dashboard.readMe,integrator.listAddresses,integrator.readMessage',
      userId: me.status === 'fulfilled' && me.value.data.id,
    },
  ])
})

test('a mutation by GET and a query by POST are 405 with the right verb in Allow', async () => {
  const world = await newWorld()
  const { id } = await world.address('code')
  const { token } = await person(world, { role: 'owner' })

  const changing = await world.call(`/trpc/dashboard.deleteAddress?${inputOf({ id })}`, { token })
  const asking = await world.call('/trpc/dashboard.readMe', { token, method: 'POST', rawBody: '{}', headers: json })
  const overridden = await world.call('/trpc/dashboard.deleteAddress', {
    token,
    body: { id },
    headers: { 'x-http-method-override': 'POST' },
  })

  expect(changing).toMatchObject({ status: 405, headers: { allow: 'POST' } })
  expect(dataOf(changing)).toMatchObject({ code: 'METHOD_NOT_SUPPORTED' })
  expect(asking).toMatchObject({ status: 405, headers: { allow: 'GET' } })
  expect(overridden.status).toBe(405)
  expect(await world.messagesOf(`code@${world.tenant.domain.hostname}`)).toEqual([])
})

test('other verbs and unknown procedures are refused with an error like all others, and no other origin is allowed', async () => {
  const world = await newWorld()
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }

  for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await world.call('/trpc/dashboard.readMe', { method, key: null, headers })
    expect(answer, method).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } })
    expect(dataOf(answer), method).toMatchObject({
      code: 'METHOD_NOT_SUPPORTED',
      requestId: answer.headers['x-request-id'],
    })
    expect(Object.keys(answer.headers).join()).not.toContain('access-control')
  }
  expect((await world.call('/trpc/dashboard.readMe', { method: 'HEAD', key: null })).status).toBe(405)
  for (const name of ['nothing', 'dashboard', 'dashboard.__proto__', 'constructor', 'dashboard.readMe.x']) {
    const answer = await world.call(`/trpc/${name}`, { key: null })
    expect(answer.status, name).toBe(404)
    expect(dataOf(answer), name).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(world.lines.join('')).not.toContain('constructor')
})

test('a batch that is too long is refused as a whole; without a credential it is 401', async () => {
  const world = await newWorld()
  const batch = (count: number, key: string | null = null) =>
    world.call(`/trpc/${Array.from({ length: count }, () => 'dashboard.readMe').join(',')}?batch=1&input={}`, {
      key,
    })

  const fits = await batch(limits.rpcBatchMax)
  const stranger = await batch(limits.rpcBatchMax + 1)
  const one = await batch(limits.rpcBatchMax + 1, world.keys.read)

  expect(fits.status).toBe(401)
  expect(fits.body).toHaveLength(limits.rpcBatchMax)
  expect(stranger.status).toBe(401)
  expect(dataOf(stranger)).toMatchObject({ code: 'UNAUTHORIZED', details: [{ code: 'missing_credentials' }] })
  expect(stranger.headers['x-ratelimit-limit']).toMatch(/^\d+$/)
  expect(one.status).toBe(400)
  expect(dataOf(one)).toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ code: 'batch_too_large' }],
    requestId: one.headers['x-request-id'],
  })
})

test('a body is read after the credential, and under the same limits as over REST', async () => {
  const world = await newWorld()
  const big = `"${'x'.repeat(limits.requestBodyMaxBytes)}"`

  const anonymous = await create(world, { key: null, rawBody: big, headers: json })
  const tooBig = await create(world, { rawBody: big, headers: json })
  const broken = await create(world, { rawBody: '{', headers: json })
  const poisoned = await create(world, { rawBody: '{"__proto__":{}}', headers: json })
  const form = await create(world, { rawBody: 'a=b', headers: { 'content-type': 'multipart/form-data; boundary=x' } })
  const query = await world.call('/trpc/integrator.readMessage?input={')

  expect(dataOf(anonymous)).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(anonymous.headers['www-authenticate']).toMatch(/Bearer/)
  expect(tooBig).toMatchObject({ status: 413, headers: { connection: 'close' } })
  expect(dataOf(tooBig)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', details: [{ code: 'body_too_large' }] })
  for (const answer of [broken, query]) {
    expect(dataOf(answer)).toMatchObject({ code: 'BAD_REQUEST', httpStatus: 400, details: [{ code: 'invalid_json' }] })
  }
  expect(dataOf(poisoned)).toMatchObject({ code: 'BAD_REQUEST', details: [{ code: 'forbidden_key' }] })
  expect(form.status).toBe(415)
  expect((await create(world, {})).status).toBe(200)
})

test('a request that no client of ours sends is 400 or an ordinary answer, never a stream or a 500', async () => {
  const world = await newWorld()
  const { token } = await person(world, { role: 'owner' })
  const ask = (path: string, how: Call = {}) => world.call(`/trpc/${path}`, { token, ...how })

  const streamed = await ask('dashboard.readMe?batch=1', { headers: { 'trpc-accept': 'application/jsonl' } })
  const mixed = await ask('dashboard.readMe,dashboard.deleteMessage?batch=1')
  const list = await ask(`integrator.readMessage?${inputOf([1])}`)
  const params = await ask('dashboard.readMe?connectionParams={')

  expect(streamed).toMatchObject({ status: 200, body: [{ result: { data: { data: { name: 'Ada' } } } }] })
  expect(params.status).toBe(200)
  for (const answer of [mixed, list]) expect(dataOf(answer)).toMatchObject({ code: 'BAD_REQUEST' })
  expect(world.lines.join('')).not.toContain('request failed')
})

test("each call of a batch counts against the key's limit", async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', API_KEY_REQUESTS_PER_MINUTE: '2' } })
  const paths = Array.from({ length: 5 }, () => 'integrator.listAddresses').join(',')
  const input = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [at, { id: world.tenant.serviceId }]))

  const batch = async () => {
    const key = await world.apiKey({ scope: 'read' })
    return await world.call(`/trpc/${paths}?batch=1&${inputOf(input)}`, { key })
  }
  const beside = async () => await world.addresses('?limit=1', { key: await world.apiKey({ scope: 'read' }) })

  const batches: Answer[] = []

  await inOneWindow(async () => {
    const before = await beside()
    batches.push(await batch())
    return [before, await beside()]
  })
  const answer = batches.at(-1)

  const statuses = answer?.body.map((each: { error?: { data: { httpStatus: number } } }) =>
    each.error ? each.error.data.httpStatus : 200,
  )
  expect(answer?.status).toBe(207)
  expect(statuses.toSorted()).toEqual([200, 200, 429, 429, 429])
  expect(Number(answer?.headers['retry-after'])).toBeGreaterThan(0)
})

test('whole messages that are too large together are refused together, and answered one by one', async () => {
  const world = await newWorld()
  const { messageId: id } = await inboxWithMessage(world)
  const htmlBody = '<p>'.repeat(1024 * 1024)
  const content = packContent({ textBody: '', htmlBody, raw: Buffer.of() })
  await world.deps.db.collection<{ _id: string }>('messages').updateOne({ _id: id }, { $set: { content } })

  const together = await world.call(
    `/trpc/${Array.from({ length: 3 }, () => 'integrator.readMessage').join(',')}?batch=1&${inputOf({ 0: { id }, 1: { id }, 2: { id } })}`,
  )
  const alone = await world.call(`/trpc/integrator.readMessage?batch=1&${inputOf({ 0: { id } })}`)

  expect(together.status).toBe(400)
  expect(dataOf(together)).toMatchObject({ code: 'BAD_REQUEST', details: [{ code: 'batch_too_large' }] })
  expect(alone.body[0].result.data.data.htmlBody).toHaveLength(htmlBody.length)
})
