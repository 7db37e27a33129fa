import { AppError } from '@inlet/contract'
import { type Deps, type FeedEvent, type PositionSigner, positionSigner, readMissed } from '@inlet/core'
import type { Background, Metrics } from '@inlet/runtime'
import { createFairTurns } from '@inlet/threads'
import { type FeedSource, openFeedSource } from './feed-source.ts'
import { LiveFeed } from './live-feed.ts'
import { replayTurns } from './replays.ts'

/** How many feeds may be open: for each user, and in the process. */
export interface LiveFeedLimits {
  perUser: number
  perProcess: number
}

interface WantedFeed {
  userId: string
  serviceId: string
  /** The id of the last event that the client had, of any process. */
  lastEventId: string | undefined
  /** Looks at the credential again. @throws where it does not allow the feed any more */
  assertAllowed: () => Promise<void>
}

/** The live feeds of a process, with one change stream that is open only while one of them is. */
export interface LiveFeeds {
  /**
   * Opens a feed. One that comes back begins with what it missed, or with a `resync` where that is unknown.
   * @throws TOO_MANY_REQUESTS `rate_limited` for the user, SERVICE_UNAVAILABLE for the process; what the database throws
   */
  open(wanted: WantedFeed): Promise<LiveFeed>
  /** Ends all, those that open later too. */
  stop(): void
}

interface LiveFeedParts {
  deps: Deps
  background: Background
  metrics: Pick<Metrics, 'live'>
}

const sweepMs = 1_000
/** Less than the minute within which a feed must have ended, by what a check takes and by how long roles are cached. */
const recheckMs = 50_000
const rechecksAtOnce = 8

/** Where the change stream of the process is, and where it began. */
interface StreamPosition {
  upTo: string
  start: string
}

interface OpenFeed {
  feed: LiveFeed
  assertAllowed: () => Promise<void>
  checkedAt: number
}

/** Makes the live feeds of a process. */
export function liveFeeds({ deps, background, metrics }: LiveFeedParts, limits: LiveFeedLimits): LiveFeeds {
  const open = new Set<OpenFeed>()
  const byService = new Map<string, Set<LiveFeed>>()
  const countByUser = new Map<string, number>()
  const runReplay = replayTurns()
  const recheckTurns = createFairTurns({ perKey: rechecksAtOnce, total: rechecksAtOnce })
  let signer: PositionSigner | null = null
  let source: FeedSource | null = null
  let sweep: ReturnType<typeof setInterval> | null = null
  let isStopping = false

  const now = () => deps.clock.now().getTime()

  function openSource(): FeedSource {
    const opened = openFeedSource({
      deps,
      background,
      isWanted: (serviceId) => byService.has(serviceId),
      onEvent(event) {
        const feeds = byService.get(event.serviceId)
        if (!feeds) return
        metrics.live.sent(feeds.size)
        for (const feed of feeds) feed.push(event)
      },
      onEnd() {
        if (source !== opened) return
        source = null
        for (const { feed } of open) feed.end('database')
      },
    })
    return opened
  }

  function enter({ userId, serviceId, assertAllowed }: WantedFeed, { sign }: PositionSigner): LiveFeed {
    if (isStopping) throw shuttingDown()
    if ((countByUser.get(userId) ?? 0) >= limits.perUser) throw tooManyOfUser(limits.perUser)
    if (open.size >= limits.perProcess) throw tooManyHere(limits.perProcess)

    const feed = new LiveFeed({
      userId,
      serviceId,
      readUpTo: () => source?.position() ?? '',
      idOf: (position) => sign(serviceId, position),
      onEnd(reason) {
        metrics.live.ended(reason)
        leave(entry)
      },
    })
    // Not all at once, where many come back together.
    const checkedAt = now() - Math.random() * (recheckMs / 2)
    const entry: OpenFeed = { feed, assertAllowed, checkedAt }
    open.add(entry)
    countByUser.set(userId, (countByUser.get(userId) ?? 0) + 1)
    byService.set(serviceId, (byService.get(serviceId) ?? new Set()).add(feed))
    sweep ??= setInterval(recheckDue, sweepMs).unref()
    return feed
  }

  function leave(entry: OpenFeed): void {
    const { feed } = entry
    open.delete(entry)
    const others = byService.get(feed.serviceId)
    others?.delete(feed)
    if (others?.size === 0) byService.delete(feed.serviceId)
    const rest = (countByUser.get(feed.userId) ?? 1) - 1
    if (rest > 0) countByUser.set(feed.userId, rest)
    else countByUser.delete(feed.userId)
    if (open.size > 0) return
    if (sweep) clearInterval(sweep)
    sweep = null
    source?.close()
    source = null
  }

  function recheckDue(): void {
    const dueBefore = now() - recheckMs
    for (const entry of open) {
      if (entry.checkedAt > dueBefore) continue
      entry.checkedAt = now()
      background.run('recheck-live-feed', () => recheckTurns.run({ key: entry.feed.userId }, () => recheck(entry)))
    }
  }

  async function recheck({ feed, assertAllowed }: OpenFeed): Promise<void> {
    if (feed.endReason !== null) return
    try {
      await assertAllowed()
    } catch {
      // Whatever it was, the client gets it as an error when it comes back.
      feed.end('credential')
    }
  }

  /** What the feed begins with. */
  async function missedBy(
    { userId, serviceId, lastEventId }: WantedFeed,
    at: StreamPosition,
    { read }: PositionSigner,
  ): Promise<FeedEvent[]> {
    if (lastEventId === undefined) return []
    const after = read(serviceId, lastEventId)
    const missed =
      after === null ? null : await runReplay(userId, (signal) => readMissed(deps, { serviceId, after, ...at }, signal))
    metrics.live.resumed(missed !== null)
    if (missed) return missed
    return [{ id: at.upTo, serviceId, event: { type: 'resync', at: deps.clock.now().toISOString(), data: null } }]
  }

  metrics.live.watchFeeds(() => open.size)

  return {
    async open(wanted) {
      signer ??= await positionSigner(deps)
      const feed = enter(wanted, signer)
      try {
        source ??= openSource()
        const { isOpen, position, start } = source
        await isOpen
        // What the change stream gives from here on waits in the feed, and comes after what was missed.
        const at = { upTo: position(), start: start() }
        feed.startAt(at.upTo, await missedBy(wanted, at, signer))
        return feed
      } catch (error) {
        feed.end(isStopping ? 'shutdown' : 'database')
        throw error
      }
    },
    stop() {
      isStopping = true
      for (const { feed } of open) feed.end('shutdown')
    },
  }
}

const shuttingDown = () => new AppError('SERVICE_UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 2 })
const tooManyOfUser = (limit: number) =>
  AppError.of('rate_limited', {
    message: `One user may have ${limit} live feeds open at a time: close another one first`,
    retryAfterSeconds: 5,
  })
const tooManyHere = (limit: number) =>
  new AppError('SERVICE_UNAVAILABLE', `As many live feeds are open here as may be: ${limit}`, { retryAfterSeconds: 5 })
