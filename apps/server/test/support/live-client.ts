import { get, type IncomingMessage } from 'node:http'
import type { AppRouter } from '@inlet/api'
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'

/** An event that a client received from a live feed. */
export interface ReceivedEvent {
  id: string
  type: string
  at: string
  data: unknown
}

interface LiveOptions {
  baseUrl: () => string
  serviceId: string
  token: () => string
  lastEventId?: string
}

/** The real client, as a browser has it: the token goes along as a header, and a connection that ends is opened again. */
export function liveClient({ baseUrl, serviceId, token, lastEventId }: LiveOptions) {
  const received: ReceivedEvent[] = []
  const states: string[] = []
  const errors: unknown[] = []
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${baseUrl()}/trpc`,
        EventSource,
        eventSourceOptions: {
          fetch: (url, init) => {
            // The client connects again to another process, as behind a balancer.
            const { pathname, search } = new URL(url)
            const headers = { ...init.headers, authorization: `Bearer ${token()}` }
            return fetch(`${baseUrl()}${pathname}${search}`, { ...init, headers })
          },
        },
      }),
    ],
  })
  const subscription = client.live.subscribe(
    { serviceId, ...(lastEventId === undefined ? {} : { lastEventId }) },
    {
      onData: ({ id, data }) => void received.push({ id, ...data }),
      onConnectionStateChange: ({ state }) => void states.push(state),
      onError: (error) => void errors.push(error),
    },
  )
  return {
    received,
    /** What of it is of this type. */
    of: (type: string) => received.filter((each) => each.type === type),
    isConnected: () => states.at(-1) === 'pending',
    errors,
    [Symbol.dispose]: () => subscription.unsubscribe(),
  }
}

/** The path of a feed. */
export const livePath = (input: Record<string, unknown>) =>
  `/trpc/live?input=${encodeURIComponent(JSON.stringify(input))}`

/** A feed as its bytes come. */
export interface RawFeed extends Disposable {
  response: IncomingMessage
  /** What came so far. */
  text: () => string
  /** Whether the response has ended. */
  hasEnded: () => boolean
}

interface RawFeedOptions {
  serviceId: string
  token: string
  lastEventId?: string
  headers?: Record<string, string>
  /** False for a client that takes nothing. */
  reads?: boolean
}

/** Opens a feed by a plain request. */
export function rawFeed(
  baseUrl: string,
  { token, headers = {}, reads = true, ...input }: RawFeedOptions,
): Promise<RawFeed> {
  return new Promise((resolve, reject) => {
    const request = get(`${baseUrl}${livePath(input)}`, {
      agent: false,
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      let hasEnded = false
      response.on('error', () => {})
      response.on('close', () => {
        hasEnded = true
      })
      if (reads) {
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
      }
      resolve({ response, text: () => text, hasEnded: () => hasEnded, [Symbol.dispose]: () => void request.destroy() })
    })
  })
}
