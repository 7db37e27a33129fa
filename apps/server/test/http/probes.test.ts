import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { startWorld } from '../support/world.ts'

test('/readyz answers without a credential, and ignores one that is sent', async () => {
  await using world = await startWorld()

  for (const path of ['/livez', '/readyz']) {
    for (const key of [null, 'garbage', world.keys.read]) {
      const answer = await world.call(path, { key })
      expect(answer, path).toMatchObject({ status: 200, body: { status: 'ok' } })
    }
  }
})

test('without its database a process answers 200 at /livez and 503 at /readyz', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })

  await world.deps.db.client.close()

  expect((await world.call('/livez', { key: null })).status).toBe(200)
  const answer = await world.call('/readyz', { key: null })
  expect(answer).toMatchError(503, 'SERVICE_UNAVAILABLE')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('a process without the role http serves its probes and nothing else', async () => {
  await using owner = await startWorld()
  await using worker = await startWorld({ databaseUri: owner.databaseUri, settings: { INLET_ROLE: 'worker' } })

  expect((await worker.call('/readyz')).status).toBe(200)
  expect(await worker.call(`/v1/services/${owner.tenant.serviceId}/addresses`, { key: owner.keys.read })).toMatchError(
    404,
    'NOT_FOUND',
  )
})
