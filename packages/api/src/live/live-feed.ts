import type { LiveEvent } from '@inlet/contract'
import type { FeedEvent } from '@inlet/core'
import type { LiveEndReason } from '@inlet/runtime'
import type { TrackedEnvelope } from '@trpc/server'

/** A client that has this many events still to read is not reading: it is ended, and may come back. */
const maxWaiting = 1_000

interface LiveFeedParts {
  userId: string
  serviceId: string
  /** The position that the process has read up to, where no event is on its way to this feed. */
  readUpTo: () => string
  /** Makes the id that its client has of a position. */
  idOf: (position: string) => string
  onEnd: (reason: LiveEndReason) => void
}

/** Who sends the events of a feed to its client. */
export interface FeedReader {
  /** @returns whether it takes the next event now; if not, it calls `resume` as soon as it does */
  take(event: FeedEvent): boolean
  /** The feed has ended: nothing more comes. */
  end(): void
}

/** What one client receives of one service: events in order, each under its id, until the feed ends. */
export class LiveFeed implements AsyncIterable<TrackedEnvelope<LiveEvent>> {
  readonly userId: string
  readonly serviceId: string
  /** The id that its client has of a position. */
  readonly idOf: (position: string) => string
  readonly #readUpTo: () => string
  readonly #onEnd: (reason: LiveEndReason) => void
  #waiting: FeedEvent[] = []
  /** Events up to here are not sent: the client has them. */
  #after = ''
  #reason: LiveEndReason | null = null
  #reader: FeedReader | null = null
  #isTaking = false

  constructor({ userId, serviceId, readUpTo, idOf, onEnd }: LiveFeedParts) {
    this.userId = userId
    this.serviceId = serviceId
    this.idOf = idOf
    this.#readUpTo = readUpTo
    this.#onEnd = onEnd
  }

  /** Why it ended; null while it is open. */
  get endReason(): LiveEndReason | null {
    return this.#reason
  }

  /** The id from which the client would miss nothing; null while events wait to be sent. */
  get lastEventId(): string | null {
    if (this.#waiting.length > 0) return null
    const [, latest = ''] = [this.#after, this.#readUpTo()].sort()
    return this.idOf(latest)
  }

  /** Begins with `events`, and goes on with what was pushed since and is later than `after`. */
  startAt(after: string, events: FeedEvent[] = []): void {
    this.#waiting = [...events, ...this.#waiting.filter(({ id }) => id > after)]
    this.#after = after
  }

  /** Gives a reader what waits, and then each event as it comes. No promise waits for the next one: a thousand clients have a thousand events for each mail. */
  readBy(reader: FeedReader): void {
    this.#reader = reader
    if (this.#reason === null) this.resume()
    else reader.end()
  }

  /** The reader takes events again. */
  resume(): void {
    this.#isTaking = true
    this.#give()
  }

  #give(): void {
    while (this.#isTaking && this.#reader) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#isTaking = this.#reader.take(next)
    }
  }

  push(event: FeedEvent): void {
    if (this.#reason !== null || event.id <= this.#after) return
    this.#waiting.push(event)
    this.#give()
    if (this.#waiting.length > maxWaiting) this.end('unread')
  }

  /** Ends the feed, once; what waits is not sent. */
  end(reason: LiveEndReason): void {
    if (this.#reason !== null) return
    this.#reason = reason
    this.#waiting = []
    this.#onEnd(reason)
    this.#reader?.end()
  }

  /** The client's types of events come from here; nothing iterates a feed. */
  [Symbol.asyncIterator](): AsyncIterator<TrackedEnvelope<LiveEvent>, void, void> {
    throw new Error('a live feed is read by `readBy`')
  }
}
