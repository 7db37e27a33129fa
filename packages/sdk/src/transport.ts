import { randomUUID } from 'node:crypto'
import { childOf } from './abort.ts'
import { InletApiError, InletNetworkError } from './errors.ts'
import type { Fetch, Settings } from './options.ts'
import { realTimers } from './real-time.ts'
import { readRetryAfter } from './retry.ts'
import type { ErrorBody } from './types.ts'
import { version } from './version.ts'

/** One call of the API. */
export interface Call {
  path: string
  query?: Record<string, string | number | true | undefined>
  /** Makes it a POST. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** How long the server is asked to hold the call: it may take so much longer. */
  holdMs?: number
  /** The same for all tries of one call. */
  requestId?: string
}

interface Answer {
  status: number
  headers: { get(name: string): string | null }
  bytes: Uint8Array
}

/** Sends single calls: no retries, no places. */
export class Transport {
  readonly #baseUrl: string
  readonly #apiKey: string
  readonly #timeoutMs: number
  readonly #fetch: Fetch
  readonly #headers: Readonly<Record<string, string>>

  constructor({ baseUrl, apiKey, callTimeoutMs, fetch, headers }: Settings) {
    this.#baseUrl = baseUrl
    this.#apiKey = apiKey
    this.#timeoutMs = callTimeoutMs
    this.#fetch = fetch
    this.#headers = headers
  }

  /** The JSON of an answer, whose shape the caller knows from the API's document. @throws as `bytes` does */
  async json<T>(call: Call): Promise<T> {
    const { status, headers, bytes } = await this.#answer(call)
    const body: T | undefined = parse(bytes)
    if (body === undefined) throw refusal(call, { status, headers, bytes })
    return body
  }

  /** The body of an answer as it came. @throws InletApiError, InletNetworkError, or the reason of the signal */
  async bytes(call: Call): Promise<Uint8Array> {
    const { bytes } = await this.#answer(call)
    return bytes
  }

  async #answer(call: Call): Promise<Answer> {
    const requestId = call.requestId ?? randomUUID()
    const answer = await this.#send({ ...call, requestId })
    if (answer.status < 200 || answer.status > 299) throw refusal({ ...call, requestId }, answer)
    return answer
  }

  async #send(call: Call & { requestId: string }): Promise<Answer> {
    const { body, requestId, signal, holdMs = 0 } = call
    const timeoutMs = this.#timeoutMs + holdMs
    const limited = childOf(signal)
    const timer = realTimers.setTimeout(() => limited.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    try {
      const response = await this.#fetch(this.#urlOf(call), {
        method: methodOf(call),
        headers: {
          'user-agent': `inlet-client/${version}`,
          ...this.#headers,
          accept: 'application/json',
          'x-api-key': this.#apiKey,
          'x-request-id': requestId,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // The key must not follow to another host.
        redirect: 'manual',
        signal: limited.signal,
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: response.headers, bytes }
    } catch (error) {
      signal?.throwIfAborted()
      throw new InletNetworkError(`No answer to ${nameOf(call)}: ${reasonOf(error)}`, { requestId, cause: error })
    } finally {
      realTimers.clearTimeout(timer)
      limited.release()
    }
  }

  #urlOf({ path, query = {} }: Call): string {
    const url = new URL(this.#baseUrl + path)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    return url.href
  }
}

const methodOf = ({ body }: Call) => (body === undefined ? 'GET' : 'POST')
const nameOf = (call: Call) => `${methodOf(call)} ${call.path}`

/** What fetch hides one level below: `fetch failed` alone explains nothing. */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

/** Undefined where the bytes are no JSON object. */
function parse(bytes: Uint8Array) {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function refusal(call: Call, { status, headers, bytes }: Answer): InletApiError {
  const body: Partial<ErrorBody> | undefined = parse(bytes)
  const { code = null, message, requestId, details = [] } = body?.error ?? {}
  return new InletApiError({
    status,
    code,
    message: message ?? 'This is no answer of Inlet: is the URL right, and what stands in between?',
    requestId: requestId ?? headers.get('x-request-id') ?? call.requestId ?? '',
    details,
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
    call: nameOf(call),
  })
}
