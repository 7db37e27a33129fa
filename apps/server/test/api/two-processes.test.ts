import { revokeApiKeys } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { plainMail, startWorld } from '../support/world.ts'

test('a mail that one process receives answers a long poll at another one', async () => {
  await using one = await startWorld()
  await using other = await startWorld({ databaseUri: one.databaseUri, settings: { INLET_ROLE: 'http' } })
  const { fullAddress } = await one.address('code')

  const held = other.inbox(fullAddress, '?waitSeconds=60', { key: one.keys.read })
  await waitFor(() => openChangeStreams(other))
  await one.send(plainMail({ subject: 'From next door' }), fullAddress)

  expect((await held).body.data).toMatchObject([{ subject: 'From next door' }])
})

test('a key that was revoked in one process is refused by another within a second', async () => {
  await using one = await startWorld({ settings: { INLET_ROLE: 'http' } })
  await using other = await startWorld({ databaseUri: one.databaseUri, settings: { INLET_ROLE: 'http' } })
  const ask = () => other.call(`/v1/services/${one.tenant.serviceId}/addresses`, { key: one.keys.read })
  expect((await ask()).status).toBe(200)

  await revokeApiKeys(one.deps, { serviceId: one.tenant.serviceId, names: ['tests'] })
  other.clock.advance(1_000)

  expect(await ask()).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
})

test("processes share a key's limit: together they never serve more than it in a window", async () => {
  const settings = { INLET_ROLE: 'http', API_KEY_REQUESTS_PER_MINUTE: '100' }
  await using one = await startWorld({ settings })
  await using other = await startWorld({ databaseUri: one.databaseUri, settings })
  const key = one.keys.read
  const path = `/v1/services/${one.tenant.serviceId}/addresses?limit=1`

  const answers = await Promise.all(
    Array.from({ length: 240 }, (_, turn) => (turn % 2 === 0 ? one : other).call(path, { key })),
  )

  const served = answers.filter(({ status }) => status === 200)
  const windows = Map.groupBy(served, ({ headers }) => headers['x-ratelimit-reset'])
  for (const [, inWindow] of windows) expect(inWindow.length).toBeLessThanOrEqual(101)
  // A new window may begin on the way; within one, nothing of the limit is lost but what a block holds back.
  expect(served.length).toBeGreaterThanOrEqual(90)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
})
