import { AppError } from '@inlet/contract'
import { arrivalOf, type Caller, callerId, type Deps, watchMessages } from '@inlet/core'
import type { Background, Metrics } from '@inlet/runtime'

/** How many long polls may wait: for each key or user, for each visitor's client address, and in the process. */
export interface LongPollLimits {
  perKey: number
  perVisitor: number
  perProcess: number
}

/** One long poll: it is woken by every message that commits for its address after `listen` has resolved. */
export interface LongPoll {
  /** Starts to listen for messages to this address. */
  listen(fullAddress: string): Promise<void>
  /** Resolves when a message may have arrived since the last call, or when `release` was called. */
  changed(): Promise<void>
  /** Ends the waiting. */
  release(): void
  isReleased(): boolean
  /** Whether the process is stopping: then an empty list must not be sent, since it would mean that no message came. */
  isCutShort(): boolean
  /** Frees its place; must be called once. */
  leave(): void
}

/** The long polls of a process, woken by one change stream that is open only while at least one of them waits. */
export interface LongPolls {
  /** @throws TOO_MANY_REQUESTS `rate_limited` when the caller or the process has as many as it may */
  enter(caller: Caller): LongPoll
  /** Releases all, those that enter later too, as cut short. */
  stop(): void
}

interface Feed {
  isOpen: Promise<void>
  close(): Promise<void>
}

interface LongPollParts {
  deps: Deps
  background: Background
  metrics: Pick<Metrics, 'http' | 'access'>
}

/** Of a process's places visitors take at most this part together, so that many of them do not keep out a customer's keys. */
const visitorsShare = 0.8

/** Makes the long polls of a process. The change stream only wakes them; what they send is the result of a query after it opened. */
export function longPolls({ deps, background, metrics }: LongPollParts, limits: LongPollLimits): LongPolls {
  const countByCaller = new Map<string, number>()
  /** By full address, since an address that its first mail will create has no id yet. */
  const listeners = new Map<string, Set<() => void>>()
  const releases = new Set<() => void>()
  let heldByVisitors = 0
  let feed: Feed | null = null
  let isStopping = false

  const wake = (fullAddress: string) => listeners.get(fullAddress)?.forEach((notify) => notify())
  const wakeAll = () => listeners.forEach((_, fullAddress) => wake(fullAddress))

  function openFeed(): Feed {
    const stream = watchMessages(deps)
    const { promise: isOpen, resolve: setOpen, reject: setFailed } = Promise.withResolvers<void>()
    // The response to the aggregate command has a resume token, from which on no event is missed. The first event may come much later.
    stream.once('resumeTokenChanged', () => setOpen())
    const opened: Feed = { isOpen, close: () => stream.close() }
    background.run('message-feed', async () => {
      try {
        while (!stream.closed) {
          const arrival = arrivalOf(await stream.next())
          if (!arrival) continue
          wake(arrival.fullAddress)
          metrics.http.visible('feed', Number(deps.clock.now()) - Number(arrival.receivedAt))
        }
      } catch (error) {
        setFailed(error)
        if (!stream.closed) throw error
      } finally {
        if (feed === opened) feed = null
        // Each one that still waits queries again: that opens a new stream, or fails because the database is away.
        wakeAll()
        await stream.close()
      }
    })
    return opened
  }

  function removeListener(fullAddress: string, notify: () => void): void {
    const others = listeners.get(fullAddress)
    others?.delete(notify)
    if (others?.size === 0) listeners.delete(fullAddress)
    if (listeners.size > 0 || !feed) return
    const idle = feed
    feed = null
    background.run('close-message-feed', () => idle.close())
  }

  metrics.http.watchLongPolls(() => releases.size)

  return {
    enter(caller) {
      const id = callerId(caller)
      const ofCaller = countByCaller.get(id) ?? 0
      const isVisitor = caller.kind === 'visitor'
      const [limit, whose] = isVisitor ? [limits.perVisitor, 'client address'] : [limits.perKey, 'key']
      const isFull =
        releases.size >= limits.perProcess || (isVisitor && heldByVisitors >= limits.perProcess * visitorsShare)
      if (ofCaller >= limit || isFull) {
        metrics.access.limitHit('held-calls')
        throw tooMany(ofCaller >= limit ? `for one ${whose}: ${limit}` : `here: ${limits.perProcess}`)
      }
      countByCaller.set(id, ofCaller + 1)
      if (isVisitor) heldByVisitors += 1

      let listeningTo: string | null = null
      let hasChanged = false
      let isReleased = isStopping
      let resolveChange: () => void = () => {}
      const notify = () => {
        hasChanged = true
        resolveChange()
      }
      const release = () => {
        isReleased = true
        notify()
      }
      releases.add(release)

      return {
        async listen(fullAddress) {
          if (listeningTo === null) {
            listeningTo = fullAddress
            listeners.set(fullAddress, (listeners.get(fullAddress) ?? new Set()).add(notify))
          }
          feed ??= openFeed()
          await feed.isOpen
        },
        async changed() {
          if (!hasChanged)
            await new Promise<void>((resolve) => {
              resolveChange = resolve
            })
          hasChanged = false
        },
        release,
        isReleased: () => isReleased,
        isCutShort: () => isStopping,
        leave() {
          releases.delete(release)
          if (isVisitor) heldByVisitors -= 1
          if (listeningTo !== null) removeListener(listeningTo, notify)
          const rest = (countByCaller.get(id) ?? 1) - 1
          if (rest > 0) countByCaller.set(id, rest)
          else countByCaller.delete(id)
        },
      }
    },
    stop() {
      isStopping = true
      for (const release of releases) release()
    },
  }
}

const tooMany = (where: string) =>
  AppError.of('rate_limited', {
    path: 'waitSeconds',
    message: `As many calls with waitSeconds are held as may be ${where} at a time`,
    retryAfterSeconds: 1,
  })
