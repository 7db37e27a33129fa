import { describe, expect, test } from 'vitest'
import { inOneWindow } from '../support/in-one-window.ts'
import '../support/match-error.ts'
import { operationCalls } from '../support/prepared-world.ts'
import type { Answer } from '../support/world.ts'
import { callsOf, keyAndUserOperations, sharedWorld } from './operation-world.ts'

const startFor = sharedWorld({
  API_KEY_REQUESTS_PER_MINUTE: '5',
  FAILED_CREDENTIALS_PER_MINUTE: '3',
  TRUSTED_PROXIES: '127.0.0.1',
})

/** Each try is another client's. */
let client = 0

// The limits for each API key and for failed credentials of each client.
describe.each(keyAndUserOperations)('%s', (operationId) => {
  const prepared = startFor(operationId)

  if (operationCalls[operationId]?.scope) {
    test('a key over its limit is 429, with the time to wait; another key is served', async () => {
      const { world, operation } = prepared()

      const answers = await inOneWindow(async () => {
        const key = await world.apiKey({ scope: 'admin' })
        const used: Answer[] = []
        for (let n = 0; n < 5; n += 1) used.push(await world.addresses('?limit=1', { key }))
        return [...used, ...(await Promise.all(callsOf(operation).map((ask) => ask({ key }))))]
      })

      expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      const remaining = answers.slice(0, 5).map(({ headers }) => headers['x-ratelimit-remaining'])
      expect(remaining).toEqual(['4', '3', '2', '1', '0'])
      for (const answer of answers.slice(5)) expectLimited(answer, '5')
      expect((await operation.good({ key: await world.apiKey({ scope: 'admin' }) })).status).toBeLessThan(300)
    })
  }

  test('a client over its limit of failed credentials is 429, and is served with a valid one', async () => {
    const { world, operation } = prepared()
    const headers = () => ({ 'x-forwarded-for': `198.51.100.${client}` })

    const answers = await inOneWindow(async () => {
      client += 1
      const failed: Answer[] = []
      for (const credential of [
        { key: 'x' },
        { key: null },
        { token: 'x' },
        { key: 'y' },
        { token: 'y' },
        { key: null },
      ]) {
        failed.push(await operation.good({ ...credential, headers: headers() }))
      }
      return failed
    })

    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([401, 401, 401])
    for (const answer of answers.slice(3)) expectLimited(answer, '3')
    const valid = operation.scope === null ? {} : { key: await world.apiKey({ scope: 'admin' }) }
    expect((await operation.good({ ...valid, headers: headers() })).status).toBeLessThan(300)
  })
})

function expectLimited(answer: Answer, limit: string): void {
  expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': '0' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
}
