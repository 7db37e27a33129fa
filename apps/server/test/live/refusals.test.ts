import { limits } from '@inlet/contract'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { livePath, rawFeed } from '../support/live-client.ts'
import { person } from '../support/people.ts'
import { absentId } from '../support/prepared-world.ts'
import { type Answer, type Call, startWorld } from '../support/world.ts'

const http = { INLET_ROLE: 'http' }

const codeOf = ({ body }: Answer) => body.error.data.code

test('whoever may not follow a service is refused before anything is streamed, in the format of every error', async () => {
  await using world = await startWorld({ settings: http })
  const { token } = await person(world, { role: 'viewer' })
  const { serviceId } = world.tenant
  const ask = (input: Record<string, unknown>, how: Call) => world.call(livePath(input), how)

  const refusals: [string, Answer, number, string][] = [
    ['no credential', await ask({ serviceId }, { key: null }), 401, 'UNAUTHORIZED'],
    ['a token that is none', await ask({ serviceId }, { token: 'x' }), 401, 'UNAUTHORIZED'],
    ['a token beside an API key', await ask({ serviceId }, { token, key: world.keys.admin }), 403, 'FORBIDDEN'],
    ['an unknown service', await ask({ serviceId: absentId }, { token }), 404, 'NOT_FOUND'],
    ['another service', await ask({ serviceId: world.stranger.serviceId }, { token }), 404, 'NOT_FOUND'],
    ['no service', await ask({}, { token }), 400, 'BAD_REQUEST'],
    ['an id that is none', await ask({ serviceId: 'x' }, { token }), 400, 'BAD_REQUEST'],
    [
      'a position that is too long',
      await ask({ serviceId, lastEventId: 'A'.repeat(limits.liveEventIdMaxChars + 1) }, { token }),
      400,
      'BAD_REQUEST',
    ],
    ['no input', await world.call('/trpc/live', { token }), 400, 'BAD_REQUEST'],
    ['no JSON', await world.call('/trpc/live?input={', { token }), 400, 'BAD_REQUEST'],
    ['poisoned JSON', await world.call('/trpc/live?input={"__proto__":{}}', { token }), 400, 'BAD_REQUEST'],
    ['a batch of one', await world.call('/trpc/live?batch=1&input={}', { token }), 400, 'BAD_REQUEST'],
    [
      'a part of a batch of other calls',
      await world.call(`/trpc/dashboard.readMe,live?batch=1&input={"1":{"serviceId":"${serviceId}"}}`, { token }),
      400,
      'BAD_REQUEST',
    ],
    ['a mutation', await world.call('/trpc/live', { token, method: 'POST', body: {} }), 405, 'METHOD_NOT_SUPPORTED'],
  ]

  for (const [who, answer, status, code] of refusals) {
    expect([answer.status, codeOf(answer)], who).toEqual([status, code])
    expect(answer.headers['content-type'], who).toContain('application/json')
  }
  expect(world.lines.join('')).not.toContain('request failed')
})

test('a user and a process have a limit of open feeds, and a feed that ends makes room', async () => {
  await using world = await startWorld({ settings: { ...http, LIVE_FEEDS_PER_USER: '1', LIVE_FEEDS_PER_PROCESS: '2' } })
  const { serviceId } = world.tenant
  const [one, other, third] = [
    await person(world, { role: 'viewer' }),
    await person(world, { role: 'viewer' }),
    await person(world, { role: 'viewer' }),
  ]
  const first = await rawFeed(world.baseUrl, { serviceId, token: one.token })
  const ask = ({ token }: { token: string }) => world.call(livePath({ serviceId }), { token })

  const again = await ask(one)
  using _second = await rawFeed(world.baseUrl, { serviceId, token: other.token })
  const full = await ask(third)
  first[Symbol.dispose]()
  using _third = await waitFor(async () => {
    const feed = await rawFeed(world.baseUrl, { serviceId, token: third.token })
    return feed.response.statusCode === 200 ? feed : null
  })

  expect([again.status, codeOf(again)]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect([full.status, codeOf(full)]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  for (const { headers } of [again, full]) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})
