import { pause } from './abort.ts'
import {
  checkOptions,
  checkWait,
  filterOptions,
  linkWaitOptions,
  messageWaitOptions,
  waitOptions,
} from './check-options.ts'
import type { Client, Limits } from './client.ts'
import { InletTimeoutError, UnexpectedMessageError } from './errors.ts'
import { describeLink, type LinkWish, matchingLink } from './links.ts'
import { readPosition, writePosition } from './position.ts'
import { readMessage } from './read-message.ts'
import { now } from './real-time.ts'
import { isPassing } from './retry.ts'
import { describeMails, describeTimeout } from './time-out-report.ts'
import type { Included, MessageFilter, MessageListItem, MessageWith, WaitOptions } from './types.ts'
import { positionBefore } from './ulid.ts'

const defaultQuietMs = 5_000
/** By how much the clocks of receiving servers may differ: so long after a mail one with a lower id may still come. */
const clockDifferenceMs = 5_000
/** A held call sees only what is above the newest message: as long as one with a lower id may still come, it is short. */
const unsettledHoldMs = 2_000

interface WaitLimits {
  signal: AbortSignal | undefined
  /** A moment of `now()`. */
  endsAt: number
}

interface Wait<T> {
  options: WaitOptions
  /** What the wait is for, where the filter does not say it. */
  wish?: string
  /** Makes the result of a message; null leaves it to other waits. */
  take: (message: MessageListItem, limits: WaitLimits) => Promise<T | null> | T | null
}

/**
 * An inbox from a position on: what came before that is never returned. Each wait returns the oldest message that fits and that no other
 * wait has returned, so that a second `waitForCode` waits for a second code.
 */
export class Inbox {
  /** The complete address. */
  readonly address: string
  readonly #client: Client
  /** Five seconds before the newest message that was there. What is above it is new, unless it was there too. */
  readonly #floor: string | undefined
  readonly #present: ReadonlySet<string>
  readonly #returned = new Set<string>()

  private constructor(client: Client, address: string, old: { floor?: string; known: Iterable<string> }) {
    this.#client = client
    this.address = address
    this.#floor = old.floor
    this.#present = new Set(old.known)
  }

  /** An inbox from now on. */
  static async open(client: Client, address: string, { signal }: Limits): Promise<Inbox> {
    const present: MessageListItem[] = []
    for await (const message of client.messages({ address, filter: {}, signal })) {
      const newest = present[0] ?? message
      if (message.id < positionBefore(newest.id, clockDifferenceMs)) break
      present.push(message)
    }
    const [newest] = present
    const known = present.map(({ id }) => id)
    return new Inbox(
      client,
      address,
      newest ? { floor: positionBefore(newest.id, clockDifferenceMs), known } : { known },
    )
  }

  /** An inbox from a position of another process on. @throws InletError where it is none */
  static at(client: Client, address: string, since: string): Inbox {
    return new Inbox(client, address, readPosition(since))
  }

  /** The inbox of an address that was just created: all its mail is new. */
  static empty(client: Client, address: string): Inbox {
    return new Inbox(client, address, { known: [] })
  }

  /** Where this inbox is: as `since`, another process goes on from it, and returns what no wait of this one has returned. */
  get position(): string {
    return writePosition(this.#floor, [...this.#present, ...this.#returned])
  }

  /** Waits for a message, and reads it, with what `include` names. @throws InletTimeoutError that says what came instead */
  async waitForMessage<I extends Included = never>(
    options: WaitOptions & { include?: readonly I[] } = {},
  ): Promise<MessageWith<I>> {
    checkWait(options, messageWaitOptions)
    const { include, ...rest } = options
    return this.#wait({
      options: rest,
      take: ({ id }, limits) => readMessage<I>(this.#client, { id, include }, limits),
    })
  }

  /** Waits for a one-time code. @throws InletTimeoutError that says what came instead */
  async waitForCode(options: WaitOptions = {}): Promise<string> {
    checkWait(options, waitOptions)
    return this.#wait({ options: { ...options, hasCode: true }, take: ({ otpCode }) => otpCode })
  }

  /**
   * Waits for a message with a link: its URL. With `link`, the first one that has this text in its URL or its words, or that a pattern
   * finds there. @throws InletTimeoutError that says what came instead
   */
  async waitForLink(options: WaitOptions & { link?: LinkWish } = {}): Promise<string> {
    checkWait(options, linkWaitOptions)
    const { link, ...rest } = options
    return this.#wait({
      options: { tag: 'link', ...rest },
      wish: describeLink(link),
      take: async ({ id }, limits) => {
        const { links } = await readMessage(this.#client, { id, include: ['links'] }, limits)
        return matchingLink(links, link)
      },
    })
  }

  /** Resolves when nothing that fits has come for `timeoutMs`, 5 seconds unless given. @throws UnexpectedMessageError as soon as something comes */
  async expectNoMessage(options: WaitOptions = {}): Promise<void> {
    checkWait(options, waitOptions)
    const { timeoutMs = defaultQuietMs, ...rest } = options
    try {
      await this.#wait({
        options: { ...rest, timeoutMs },
        take: (message) => {
          throw new UnexpectedMessageError(`A mail came to ${this.address}: ${describeMails([message])}`, [message])
        },
      })
    } catch (error) {
      // After a call that failed nobody knows what came.
      if (!(error instanceof InletTimeoutError) || error.cause !== undefined) throw error
    }
  }

  /** What has come since the position and fits, oldest first; what waits have returned is among it. */
  async received(options: MessageFilter & { signal?: AbortSignal } = {}): Promise<MessageListItem[]> {
    checkOptions(options, { ...filterOptions, signal: true })
    const { signal, ...filter } = options
    return this.#new(await this.#read(filter, { signal }))
  }

  #new(messages: MessageListItem[]): MessageListItem[] {
    return messages.filter(({ id }) => !this.#present.has(id))
  }

  async #wait<T>({ options, wish, take }: Wait<T>): Promise<T> {
    const { timeoutMs = this.#client.waitTimeoutMs, signal, ...filter } = options
    const limits = { signal, endsAt: now() + timeoutMs }
    const search = () => this.#search({ filter, limits, take })
    try {
      const result = await search().catch(async (error) => {
        if (!isPassing(error)) throw error
        // The server may have had no place to hold a call. A look at the end needs none.
        await pause(Math.max(0, limits.endsAt - now()), signal)
        return await search()
      })
      if (result !== null) return result
    } catch (error) {
      if (!isPassing(error)) throw error
      throw await this.#timeout({ filter, wish, timeoutMs, signal, cause: error })
    }
    throw await this.#timeout({ filter, wish, timeoutMs, signal })
  }

  /**
   * The first result that `take` makes; null when the time is up. What no wait takes is read again after each held call, since between
   * servers ids do not quite follow the order of arrival.
   */
  async #search<T>({ filter, limits, take }: Pick<Wait<T>, 'take'> & { filter: MessageFilter; limits: WaitLimits }) {
    const refused = new Set<string>()
    /** Of those that fit and that this wait does not take. */
    let newest: { id: string; seenAt: number } | undefined
    let isRead = this.#present.size + this.#returned.size > 0
    for (;;) {
      const isOver = now() >= limits.endsAt
      const found = isRead || isOver ? await this.#read(filter, limits) : await this.#hold(filter, limits, newest)
      for (const message of found) {
        const { id } = message
        if (!newest || id > newest.id) newest = { id, seenAt: now() }
        if (this.#present.has(id) || this.#returned.has(id) || refused.has(id)) continue
        const result = await this.#claim(message, () => take(message, limits))
        if (result !== null) return result
        refused.add(id)
      }
      if (isOver) return null
      isRead = !isRead && newest !== undefined
    }
  }

  /** No two waits take one message. */
  async #claim<T>({ id }: MessageListItem, take: () => Promise<T | null> | T | null): Promise<T | null> {
    let result: T | null = null
    this.#returned.add(id)
    try {
      result = await take()
    } finally {
      if (result === null) this.#returned.delete(id)
    }
    return result
  }

  async #read(filter: MessageFilter, limits: Limits): Promise<MessageListItem[]> {
    const found: MessageListItem[] = []
    const list = { address: this.address, filter, after: this.#floor, ...limits }
    for await (const message of this.#client.messages(list)) found.unshift(message)
    return found
  }

  async #hold(filter: MessageFilter, limits: WaitLimits, newest: { id: string; seenAt: number } | undefined) {
    const isSettled = !newest || now() - newest.seenAt > clockDifferenceMs
    return await this.#client.waitForMessages({
      address: this.address,
      filter,
      after: newest?.id ?? this.#floor,
      ...limits,
      ...(isSettled ? {} : { holdMs: unsettledHoldMs }),
    })
  }

  async #timeout(facts: {
    filter: MessageFilter
    wish: string | undefined
    timeoutMs: number
    signal: AbortSignal | undefined
    cause?: unknown
  }): Promise<InletTimeoutError> {
    const { cause, signal } = facts
    // The time is up: one look, and no second try.
    const found = await this.#read({}, { signal, endsAt: 0 }).catch(() => null)
    signal?.throwIfAborted()
    const received = found && this.#new(found)
    const message = describeTimeout({
      ...facts,
      address: this.address,
      received,
      returned: this.#returned,
      hadMessages: this.#present.size > 0,
    })
    return new InletTimeoutError(message, { address: this.address, received: received ?? [], cause })
  }
}
