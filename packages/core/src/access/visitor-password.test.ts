import { testClock } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { passwordChecks, passwordHashes } from './password-turns.ts'
import { recentMarks } from './recent-marks.ts'
import { hashVisitorPassword, isVisitorPassword } from './visitor-password.ts'

const parts = () => ({
  passwordChecks: passwordChecks(0),
  passwordHashes: passwordHashes(),
  shownPasswords: recentMarks(60_000),
  clock: testClock(),
})

test('however many checks strangers cause, a customer can set a password', async () => {
  const deps = parts()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const visit = { serviceId: 'a', network: '192.0.2.1' }
  const checking = deps.passwordChecks(visit, () => released)
  await expect(isVisitorPassword(deps, { ...visit, password: 'x', storedHash: null })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })

  const storedHash = await hashVisitorPassword(deps, 'a', 'pass word')

  release()
  await checking
  expect(await isVisitorPassword(deps, { ...visit, password: ' pass word', storedHash })).toBe(true)
  expect(await isVisitorPassword(deps, { ...visit, password: 'password', storedHash })).toBe(false)
})

test('a right password does not wait a second time, while all places are taken', async () => {
  const deps = parts()
  const storedHash = await hashVisitorPassword(deps, 'a', 'pass word')
  const visit = { serviceId: 'a', network: '192.0.2.1', storedHash }
  await isVisitorPassword(deps, { ...visit, password: 'pass word' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const checking = deps.passwordChecks(visit, () => released)

  expect(await isVisitorPassword(deps, { ...visit, network: '192.0.2.2', password: 'pass word' })).toBe(true)
  await expect(isVisitorPassword(deps, { ...visit, password: 'wrong' })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })

  release()
  await checking
})
