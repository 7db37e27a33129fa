import { expect, test } from 'vitest'
import { inOneWindow } from '../support/in-one-window.ts'
import '../support/match-error.ts'
import { userCalls } from '../support/user-calls/all-calls.ts'
import { sharedUserWorld } from '../support/user-calls/shared-world.ts'
import type { Answer } from '../support/world.ts'

const shared = sharedUserWorld({ FAILED_CREDENTIALS_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.1' })
let client = 0

test.each(Object.keys(userCalls))(
  '%s is 429 for a client over its limit of failed credentials, who is served with a valid one, which has its own limit',
  async (operationId) => {
    const { good } = shared().operation(operationId)
    const headers = () => ({ 'x-forwarded-for': `2001:db8:0:${client.toString(16)}::1` })

    const [first, second] = await inOneWindow(async () => {
      client += 1
      const answers: Answer[] = []
      for (const token of ['x', 'y']) answers.push(await good({ token, headers: headers() }))
      return answers
    })

    expect(first).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
    expect(second).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
    expect(Number(second?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    const served = await good({ headers: headers() })
    expect(served.status, served.text).toBeLessThan(300)
    expect(served.headers['x-ratelimit-limit']).toBe('10000')
  },
)
