import { expect, test } from 'vitest'
import { InletApiError, InletNetworkError } from './errors.ts'
import { readRetryAfter, withRetries } from './retry.ts'

const refusal = (status: number, { retryAfterMs, detail = '' }: { retryAfterMs?: number; detail?: string } = {}) =>
  new InletApiError({
    status,
    code: null,
    message: 'Refused',
    requestId: 'r',
    details: detail === '' ? [] : [{ path: '', code: detail, message: '' }],
    retryAfterMs: retryAfterMs ?? null,
    call: 'GET /',
  })
const error = new InletNetworkError('No answer', { requestId: 'r', cause: new Error('reset') })

/** Work that fails with these errors, one a try, and then succeeds; and what it took. */
async function retried(errors: Error[], how: Parameters<typeof withRetries>[1] = {}) {
  const pauses: number[] = []
  const sleep = async (ms: number) => void pauses.push(ms)
  let tries = 0
  const work = async () => {
    const error = errors[tries]
    tries += 1
    if (error) throw error
    return 'done'
  }
  const outcome = await withRetries(work, { random: () => 1, ...how, sleep }).catch((error) => error)
  return { outcome, tries, pauses }
}

test.each([408, 429, 502, 503, 504])('a call that is answered %d is tried again', async (status) => {
  expect(await retried([refusal(status)])).toMatchObject({ outcome: 'done', tries: 2 })
})

test('a call without an answer, and one whose first try is still being worked on, are tried again', async () => {
  const errors = [error, refusal(409, { detail: 'idempotency_in_progress' })]

  expect(await retried(errors)).toMatchObject({ outcome: 'done', tries: 3 })
})

test.each([400, 401, 402, 403, 404, 409, 422, 500])('a call that is answered %d is not tried again', async (status) => {
  const error = refusal(status)

  expect(await retried([error])).toEqual({ outcome: error, tries: 1, pauses: [] })
})

test('Retry-After is waited for, and at most a quarter longer', async () => {
  const asked = refusal(429, { retryAfterMs: 20_000 })

  const longest = await retried([asked], { random: () => 1 })
  const shortest = await retried([asked], { random: () => 0 })

  expect(longest.pauses).toEqual([25_000])
  expect(shortest.pauses).toEqual([20_000])
})

test('whoever is asked to wait for longer than a window of the rate limit hears the error', async () => {
  const error = refusal(429, { retryAfterMs: 3_600_000 })

  expect(await retried([error])).toEqual({ outcome: error, tries: 1, pauses: [] })
})

test('without Retry-After the pauses double up to eight seconds, each between a half and the whole', async () => {
  const errors = Array.from({ length: 7 }, () => refusal(503))

  const longest = await retried(errors, { random: () => 1 })
  const shortest = await retried(errors, { random: () => 0 })

  expect(longest.pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000])
  expect(shortest.pauses).toEqual(longest.pauses.map((ms) => ms / 2))
})

test('after its last try, and where the next one would begin too late, the last error is thrown', async () => {
  const errors = [error, error, refusal(503)]

  const tired = await retried(errors, { attempts: 3 })
  const late = await retried([refusal(503, { retryAfterMs: 1_000 })], { endsAt: performance.now() + 500 })

  expect(tired).toMatchObject({ outcome: errors[2], tries: 3 })
  expect(late).toMatchObject({ tries: 1, outcome: { status: 503 } })
})

test('Retry-After is read in seconds and as a date; what is neither counts as none', () => {
  const now = Date.parse('2026-11-24T10:00:00Z')

  expect(readRetryAfter('2')).toBe(2_000)
  expect(readRetryAfter('Tue, 24 Nov 2026 10:00:30 GMT', now)).toBe(30_000)
  expect(readRetryAfter('Tue, 24 Nov 2026 09:00:00 GMT', now)).toBe(0)
  expect(readRetryAfter('soon')).toBeNull()
  expect(readRetryAfter(null)).toBeNull()
})
