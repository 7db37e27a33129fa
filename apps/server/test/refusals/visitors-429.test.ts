import { describe, expect, test } from 'vitest'
import { inOneWindow } from '../support/in-one-window.ts'
import '../support/match-error.ts'
import type { Answer } from '../support/world.ts'
import { visitedWorld, visitorOperations } from './visited-world.ts'

const startFor = visitedWorld({ PUBLIC_REQUESTS_PER_MINUTE: '4' })

/** Each try is another network's. */
let network = 0

// The limit for each client address.
describe.each(visitorOperations)('%s', (operationId) => {
  const visited = startFor(operationId)

  test('a client over its limit is 429, whatever it asks for; IPv6 addresses of one /64 are one client', async () => {
    const { operation } = visited()
    const { bad = operation.good } = operation.others ?? {}

    const answers = await inOneWindow(async () => {
      network += 1
      const asked: Answer[] = []
      for (let n = 1; n <= 6; n += 1) {
        const headers = { 'x-forwarded-for': `2001:db8:0:${network}::${n}` }
        asked.push(await bad({ headers }))
      }
      return asked
    })

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 429, 429])
    const shown = answers.map(({ headers }) => [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']])
    expect(shown).toEqual(['3', '2', '1', '0', '0', '0'].map((remaining) => ['4', remaining]))
    for (const answer of answers.slice(4)) {
      expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    const other = await operation.good({ headers: { 'x-forwarded-for': `2001:db8:1:${network}::1` } })
    expect(other.status).toBeLessThan(300)
  })
})
