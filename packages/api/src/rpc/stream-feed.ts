import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '@inlet/contract'
import type { FeedEvent } from '@inlet/core'
import type { FastifyReply } from 'fastify'
import type { LiveFeed } from '../live/live-feed.ts'

/** Proxies close connections that are silent for a minute, some for half of one. */
const pingMs = 15_000
/** A client that receives nothing for so long connects again. */
const silenceMs = 3 * pingMs
/** A client waits between this and three times as long before it connects again. */
const leastRetryMs = 500

const headers = {
  'content-type': 'text/event-stream',
  // A proxy that compresses or buffers would hold events back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Begins to send a live feed, which goes on until it ends or its client has left. */
export type StreamFeed = (reply: FastifyReply, feed: LiveFeed) => FastifyReply

/**
 * Makes what sends live feeds as the SSE that tRPC's `httpSubscriptionLink` reads. The id of each frame, of pings too, is the position to come
 * back to. A feed that ends by itself only ends the connection, without tRPC's `return`: the client connects again by itself, and then gets
 * the reason as the status of a response. The frame of an event is made once for all feeds. Their responses are added to `untimed`.
 */
export function feedStreamer(untimed: WeakSet<ServerResponse>): StreamFeed {
  const frames = new WeakMap<LiveEvent, Buffer>()

  function frameOf(feed: LiveFeed, { id, event }: FeedEvent): Buffer {
    const made = frames.get(event) ?? Buffer.from(frame({ data: JSON.stringify(event), id: feed.idOf(id) }))
    frames.set(event, made)
    return made
  }

  return (reply, feed) => {
    const response = reply.hijack().raw
    untimed.add(response)
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) {
      if (value !== undefined) response.setHeader(name, value)
    }
    response.on('drain', () => feed.resume())
    // It is closed then.
    response.on('error', () => {})
    const ping = setInterval(() => {
      // It does not take the rest.
      if (feed.endReason !== null) response.destroy()
      // A client that has something to read needs none, and one that does not read must not get more.
      if (response.writableLength > 0) return
      const id = feed.lastEventId
      if (id !== null) response.write(frame({ event: 'ping', data: '', id }))
    }, pingMs)
    const leave = () => {
      clearInterval(ping)
      // The client hung up, which ends the feed, or the feed has ended.
      feed.end('client')
    }
    response.once('close', leave)
    // It may have closed before this, while the client's token was checked.
    if (response.destroyed) leave()
    // Where a process ends, its clients do not come back all at the same moment.
    const retry = `retry: ${Math.round(leastRetryMs * (1 + 2 * Math.random()))}\n`
    const options = JSON.stringify({ reconnectAfterInactivityMs: silenceMs })
    response.write(retry + frame({ event: 'connected', data: options, id: feed.lastEventId }))
    feed.readBy({
      take: (event) => response.write(frameOf(feed, event)),
      end: () => void response.end(),
    })
    return reply
  }
}

interface Frame {
  event?: string
  data: string
  id: string | null
}

/** A frame of SSE. Neither JSON nor an id has a line break. */
const frame = ({ event, data, id }: Frame): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n${id === null ? '' : `id: ${id}\n`}\n`
