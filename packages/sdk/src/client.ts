import { randomUUID } from 'node:crypto'
import { HeldCalls } from './held-calls.ts'
import type { Settings } from './options.ts'
import { now } from './real-time.ts'
import { withRetries } from './retry.ts'
import { type Call, Transport } from './transport.ts'
import type { ListMessagesQuery, MessageFilter, MessageListItem } from './types.ts'

const attempts = 5
/** Proxies cut calls that are silent for long, many after 30 seconds. Twice a minute a wait asks again. */
const longestHoldMs = 25_000
const pageSize = 100

/** Ends the retries of a call. */
export interface Limits {
  signal?: AbortSignal | undefined
  /** With it a call is tried until this moment of `now()`, else five times. */
  endsAt?: number
}

/** A page of a list. */
export interface Page<T> {
  data: T[]
  meta: { cursor: string; hasMore: boolean }
}

/** Messages of one inbox. */
interface ListOfMessages extends Limits {
  address: string
  filter: MessageFilter
  after?: string | undefined
}

/** Calls with retries, pages and places: what the methods of an `Inlet` and of its inboxes share. */
export class Client {
  /** How long waits take that do not say it. */
  readonly waitTimeoutMs: number
  readonly #transport: Transport
  readonly #held: HeldCalls

  constructor(settings: Settings) {
    this.waitTimeoutMs = settings.waitTimeoutMs
    this.#transport = new Transport(settings)
    this.#held = new HeldCalls(settings.heldCalls)
  }

  /** The JSON of an answer. @throws InletApiError, InletNetworkError, or the reason of the signal */
  json<T>(call: Call, limits: Limits = {}): Promise<T> {
    const sent = { requestId: randomUUID(), ...call, signal: limits.signal }
    return withRetries(() => this.#transport.json<T>(sent), retrying(limits))
  }

  /** The body of an answer as it came. @throws as `json` does */
  bytes(call: Call, limits: Limits = {}): Promise<Uint8Array> {
    const sent = { requestId: randomUUID(), ...call, signal: limits.signal }
    return withRetries(() => this.#transport.bytes(sent), retrying(limits))
  }

  /** Every item of a list, newest first, a page at a time. @throws as `json` does, when the next page is needed */
  async *items<T>(call: Call, limits: Limits = {}): AsyncGenerator<T, void, undefined> {
    let { query } = call
    for (;;) {
      const { data, meta } = await this.json<Page<T>>({ ...call, query }, limits)
      yield* data
      if (!meta.hasMore) return
      // A page of a cursor is not waited for.
      query = { ...query, cursor: meta.cursor, waitSeconds: undefined }
    }
  }

  /** The messages of an inbox that are there, newest first. An inbox that its first mail will make is empty. */
  messages({ address, filter, after, ...limits }: ListOfMessages): AsyncGenerator<MessageListItem, void, undefined> {
    return this.items({ path: pathOf(address), query: queryOf(filter, { after, waitSeconds: 0 }) }, limits)
  }

  /**
   * Waits for messages, oldest first, for one held call and `holdMs` at most: empty where none came, or where the place went to another
   * wait. @throws what `json` throws, once no time is left for another try
   */
  async waitForMessages(list: ListOfMessages & { endsAt: number; holdMs?: number }): Promise<MessageListItem[]> {
    const { address, filter, after, endsAt, signal } = list
    const path = pathOf(address)
    const requestId = randomUUID()
    const hold = (signal: AbortSignal) => {
      const holdMs = Math.min(Math.max(0, endsAt - now()), list.holdMs ?? longestHoldMs)
      const query = queryOf(filter, { after, waitSeconds: Math.ceil(holdMs / 1000) })
      return this.#transport.json<Page<MessageListItem>>({ path, query, signal, holdMs, requestId })
    }
    const page = await withRetries(() => this.#held.run(hold, { signal, endsAt }), { signal, endsAt })
    const found = page?.data ?? []
    if (page?.meta.hasMore) {
      const query = { ...queryOf(filter, { after }), cursor: page.meta.cursor }
      for await (const message of this.items<MessageListItem>({ path, query }, { signal, endsAt })) found.push(message)
    }
    return found.reverse()
  }
}

const retrying = ({ endsAt, signal }: Limits) => (endsAt === undefined ? { attempts, signal } : { endsAt, signal })

const pathOf = (address: string) => `/inboxes/${encodeURIComponent(address)}/messages`

/** A filter in the API's words. */
function queryOf(filter: MessageFilter, more: Pick<ListMessagesQuery, 'after' | 'waitSeconds'>): ListMessagesQuery {
  const { from, subject, tag, text, hasCode, hasAction } = filter
  return { from, subject, tag, q: text, hasOtp: hasCode, hasAction, limit: pageSize, ...more }
}
