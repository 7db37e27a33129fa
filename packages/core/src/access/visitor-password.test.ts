import { expect, test } from 'vitest'
import { concurrencyLimit } from '../concurrency-limit.ts'
import { hashVisitorPassword, isVisitorPassword } from './visitor-password.ts'

const one = { concurrency: 1, maxWaiting: 0 }

test('however many checks strangers cause, a customer can set a password', async () => {
  const deps = { passwordChecks: concurrencyLimit(one), passwordHashes: concurrencyLimit(one) }
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const checking = deps.passwordChecks(() => released)
  await expect(isVisitorPassword(deps, { password: 'x', storedHash: null })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })

  const storedHash = await hashVisitorPassword(deps, 'pass word')

  release()
  await checking
  expect(await isVisitorPassword(deps, { password: ' pass word', storedHash })).toBe(true)
  expect(await isVisitorPassword(deps, { password: 'password', storedHash })).toBe(false)
})
