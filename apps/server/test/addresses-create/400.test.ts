import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { rawHttp } from '../support/raw-http.ts'
import { sharedServer } from '../support/shared-server.ts'
import type { World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)
const json = { 'content-type': 'application/json' }

async function expectNothingMade({ deps, tenant: { serviceId } }: World): Promise<void> {
  expect(await deps.db.collection('addresses').countDocuments({ serviceId })).toBe(0)
  expect(await deps.db.collection('events').countDocuments({ serviceId })).toBe(0)
}

test('a local part outside the pattern is refused, and the answer names it', async () => {
  const world = await newWorld()
  const refused = ['Code', 'a+b', 'a@b', 'a b', ' a', 'ä', 'a/b', '%61', 'a'.repeat(65), 'a\n', '\u0000', '*', 'a,b']

  for (const localPart of refused) {
    const answer = await world.create({ localPart })
    expect(answer, JSON.stringify(localPart)).toMatchError(400, 'BAD_REQUEST')
    expect(answer.body.error.details).toMatchObject([{ path: 'localPart', code: expect.stringMatching(/^[a-z_]+$/) }])
  }
  await expectNothingMade(world)
})

test('a password of 3 or of 65 characters is refused, and the answer does not repeat it', async () => {
  const world = await newWorld()

  for (const password of ['', 'abc', 'x'.repeat(65)]) {
    const answer = await world.create({ password })
    expect(answer).toMatchError(400, 'BAD_REQUEST')
    expect(answer.body.error.details).toMatchObject([{ path: 'password' }])
    if (password !== '') expect(answer.text).not.toContain(password)
  }
  await expectNothingMade(world)
})

test('a field of another type is refused: numbers in a body are JSON numbers, texts are texts', async () => {
  const world = await newWorld()
  const domainId = world.tenant.domain.id
  const bodies = {
    ttlSeconds: [
      { domainId, ttlSeconds: '60' },
      { domainId, ttlSeconds: null },
      { domainId, ttlSeconds: true },
    ],
    localPart: [
      { domainId, localPart: 7 },
      { domainId, localPart: null },
      { domainId, localPart: ['code'] },
      { domainId, localPart: {} },
    ],
    password: [
      { domainId, password: 12345 },
      { domainId, password: null },
    ],
    domainId: [
      {},
      { domainId: '' },
      { domainId: null },
      { domainId: 7 },
      { domainId: domainId.toLowerCase() },
      { domainId: `${domainId}0` },
      { domainId: { $ne: '' } },
    ],
  }

  for (const [path, wrong] of Object.entries(bodies)) {
    for (const body of wrong) {
      const answer = await world.addresses('', { method: 'POST', body })
      expect(answer, JSON.stringify(body)).toMatchError(400, 'BAD_REQUEST')
      expect(answer.body.error.details).toMatchObject([{ path }])
    }
  }
  await expectNothingMade(world)
})

test('every error of a body is named at once', async () => {
  const world = await newWorld()

  const answer = await world.create({ domainId: 'x', localPart: 'A', password: '1', ttlSeconds: 'x' })

  const paths = answer.body.error.details.map(({ path }: { path: string }) => path)
  expect(paths.sort()).toEqual(['domainId', 'localPart', 'password', 'ttlSeconds'])
})

test('a body that is no JSON object is refused, and one with keys that would change prototypes', async () => {
  const world = await newWorld()
  const { id } = world.tenant.domain
  const unparsable = [
    '{',
    'domainId',
    `{"domainId":"${id}",}`,
    `{"domainId":"${id}"}}`,
    Buffer.from([0x7b, 0xff, 0x7d]),
  ]
  const poisoned = [
    `{"domainId":"${id}","__proto__":{}}`,
    `{"domainId":"${id}","a":[{"__proto__":1}]}`,
    `{"domainId":"${id}","\\u005f_proto__":1}`,
    `{"domainId":"${id}","constructor":{"prototype":{}}}`,
  ]

  for (const rawBody of unparsable) {
    const answer = await world.addresses('', { method: 'POST', rawBody, headers: json })
    expect(answer, String(rawBody)).toMatchError(400, 'BAD_REQUEST', 'invalid_json')
  }
  for (const rawBody of poisoned) {
    const answer = await world.addresses('', { method: 'POST', rawBody, headers: json })
    expect(answer, rawBody).toMatchError(400, 'BAD_REQUEST', 'forbidden_key')
  }
  for (const rawBody of ['[]', 'null', ' null ', '"text"', '7', 'true', `[{"domainId":"${id}"}]`]) {
    const answer = await world.addresses('', { method: 'POST', rawBody, headers: json })
    expect(answer, rawBody).toMatchError(400, 'BAD_REQUEST', 'invalid_type')
  }
  await expectNothingMade(world)
})

test('an empty body, with or without a type, counts as an object without fields', async () => {
  const world = await newWorld()

  const given: Record<string, string>[] = [{}, json, { 'content-type': 'text/plain' }, { 'content-length': '0' }]
  for (const headers of given) {
    const answer = await world.addresses('', { method: 'POST', headers })
    expect(answer, JSON.stringify(headers)).toMatchError(400, 'BAD_REQUEST')
    expect(answer.body.error.details).toMatchObject([{ path: 'domainId' }])
  }
})

test('a body of another media type is 415', async () => {
  const world = await newWorld()
  const rawBody = JSON.stringify({ domainId: world.tenant.domain.id })

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'no media type',
    '',
  ]) {
    const answer = await world.addresses('', { method: 'POST', rawBody, headers: { 'content-type': type } })
    expect(answer, type).toMatchError(415, 'UNSUPPORTED_MEDIA_TYPE')
  }
  expect(await world.addresses('', { method: 'POST', rawBody })).toMatchError(415, 'UNSUPPORTED_MEDIA_TYPE')
  await expectNothingMade(world)
})

test('a body of 64 KiB is read, one byte more is 413, with Content-Length and without', async () => {
  const world = await newWorld()
  const body = (bytes: number) => {
    const bare = JSON.stringify({ domainId: world.tenant.domain.id, pad: '' })
    return bare.replace('""', `"${'x'.repeat(bytes - bare.length)}"`)
  }

  const largest = await world.addresses('', { method: 'POST', rawBody: body(65_536), headers: json })
  const tooLarge = await world.addresses('', { method: 'POST', rawBody: body(65_537), headers: json })
  const head = `POST /v1/services/${world.tenant.serviceId}/addresses HTTP/1.1\r\nHost: inlet\r\nX-API-Key: ${world.keys.write}`
  const chunk = `${(65_537).toString(16)}\r\n${body(65_537)}\r\n0\r\n\r\n`
  const [chunked] = await rawHttp(
    world.httpPort,
    `${head}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
  )

  expect(largest.status).toBe(201)
  expect(tooLarge).toMatchError(413, 'PAYLOAD_TOO_LARGE')
  expect(chunked).toMatchError(413, 'PAYLOAD_TOO_LARGE')
  expect(await world.deps.db.collection('addresses').countDocuments({ serviceId: world.tenant.serviceId })).toBe(1)
})
