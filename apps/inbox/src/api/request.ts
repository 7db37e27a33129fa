import { signal } from '@preact/signals'
import { noAnswer, readApiError, toApiError } from './api-error.ts'
import { pause } from './pause.ts'

interface RequestOptions {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
  /** Ends the call without an answer after this time. */
  timeoutSeconds?: number
  /** Outlives the page (fetch's `keepalive`). */
  isLast?: boolean
}

interface Answer<T> {
  body: T
  /** Calls left in this rate window; null where the answer does not say. */
  remaining: number | null
}

const usualTimeoutSeconds = 20
/** The rate window of visitors is a minute long; a longer wait belongs to a limit of guesses, which the visitor has to see. */
const patienceSeconds = 60

/** Until when calls wait because the server said 429: milliseconds since 1970, 0 where none does. */
export const waitingUntil = signal(0)

/** Calls `/v1/public/…` once. @throws {ApiError} */
export async function requestOnce<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const { method = 'GET', headers = {}, body, timeoutSeconds = usualTimeoutSeconds, isLast = false } = options
  const limit = AbortSignal.timeout(timeoutSeconds * 1000)
  const response = await fetch(`/v1/public${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    keepalive: isLast,
    credentials: 'omit',
  }).catch(() => {
    throw noAnswer()
  })
  if (!response.ok) throw await readApiError(response)
  const remaining = response.headers.get('X-RateLimit-Remaining')
  return {
    body: response.status === 204 ? undefined : await response.json().catch(() => Promise.reject(noAnswer())),
    remaining: remaining === null ? null : Number(remaining),
  }
}

/** The same for what a visitor does: after a 429 it waits as long as the server says, shows that, and goes on by itself. @throws {ApiError} */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  for (;;) {
    if (waitingUntil.value > Date.now() && !options.isLast) await pause(waitingUntil.value - Date.now(), options.signal)
    try {
      return await requestOnce<T>(path, options)
    } catch (thrown) {
      const { status, facts } = toApiError(thrown)
      const seconds = facts.retryAfterSeconds ?? 1
      if (status !== 429 || seconds > patienceSeconds || options.isLast || options.signal?.aborted) throw thrown
      waitingUntil.value = Date.now() + (seconds + Math.random()) * 1000
    }
  }
}
