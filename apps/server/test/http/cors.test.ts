import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, generate } from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })
const origin = { origin: 'https://elsewhere.example' }

test('pages of any origin may read every answer of the public surface, errors too, with its limits and without cookies', async () => {
  const world = await newWorld()
  const { full } = await generate(world)
  const how = { key: null, headers: origin }

  const answers = [
    await world.call(`/v1/public/inbox/${full}`, how),
    await world.call(`/v1/public/inbox/${full}?unknown=1`, how),
    await world.call('/v1/public/nothing', how),
    await world.call('/v1/public/%zz', how),
    await world.call('/v1/public/unlock', { ...how, method: 'PUT' }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 400, 405])
  for (const { headers } of answers) {
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-expose-headers']).toBe(
      'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
    )
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers).not.toHaveProperty('set-cookie')
  }
})

test('a preflight names the methods of its path and the headers of visitors, and counts against no limit', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_REQUESTS_PER_MINUTE: '1' } })
  const preflight = (path: string) =>
    askAsVisitor(world, path, {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'x' },
    })

  const answers = [await preflight('/inbox/code@mail.example'), await preflight('/unlock'), await preflight('/unlock')]

  for (const { status, text, headers } of answers) {
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(headers['access-control-allow-headers']).toBe(
      'Content-Type, X-Request-Id, X-Unlock-Token, X-Inbox-Password, X-Inbox-Session',
    )
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-max-age': '86400' })
  }
  expect(answers.map(({ headers }) => headers['access-control-allow-methods'])).toEqual([
    'GET, HEAD, DELETE',
    'POST',
    'POST',
  ])
})

test('no other surface may be read by pages of another origin', async () => {
  const world = await newWorld()

  for (const path of [
    '/v1/me',
    '/v1/messages/x',
    '/v1/publicx',
    '/docs',
    '/dashboard/config.json',
    '/trpc/dashboard.readMe',
    '/v1/openapi.json',
    '/livez',
  ]) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await world.call(path, { method, headers: origin })
      expect(headers, path).not.toHaveProperty('access-control-allow-origin')
    }
  }
})
