import { faultAt } from '@inlet/contract'
import { type Deps, watchMessages } from '@inlet/core'
import type { Background, Metrics } from '@inlet/runtime'

/** How many calls may be held, by key and by process. */
export interface HeldCallLimits {
  perKey: number
  perProcess: number
}

/** One held call: it hears of every message that commits for its address after `listen` has returned. */
export interface HeldCall {
  /** Resolves when something may have come in since the last call, or when `release` was called. */
  changed(): Promise<void>
  /** Ends the waiting. */
  release(): void
  isReleased(): boolean
  /** Gives the place back; must be called once. */
  leave(): void
}

/** The held calls of a process, woken by one change stream that is open only while somebody waits. */
export interface HeldCalls {
  /** @throws TOO_MANY_REQUESTS `rate_limited` when the key or the process holds as many as it may */
  enter(keyId: string): HeldCall & { listen(addressId: string): Promise<void> }
  /** Releases all, now and from now on: they answer what they have. */
  stop(): void
}

interface Feed {
  isOpen: Promise<void>
  close(): Promise<void>
}

interface HeldCallParts {
  deps: Deps
  background: Background
  metrics: Pick<Metrics, 'http' | 'access'>
}

/** Makes the held calls of a process. The stream only wakes; the truth is a query made after it opened. */
export function heldCalls({ deps, background, metrics }: HeldCallParts, limits: HeldCallLimits): HeldCalls {
  const perKey = new Map<string, number>()
  const waiting = new Map<string, Set<() => void>>()
  const releases = new Set<() => void>()
  let feed: Feed | null = null
  let isStopping = false

  const wake = (addressId: string) => waiting.get(addressId)?.forEach((notify) => notify())
  const wakeAll = () => waiting.forEach((_, addressId) => wake(addressId))

  function openFeed(): Feed {
    const stream = watchMessages(deps)
    const { promise: isOpen, resolve: setOpen, reject: setFailed } = Promise.withResolvers<void>()
    // The answer to the aggregate brings a position, and from there on nothing is missed; the first event may be long in coming.
    stream.once('resumeTokenChanged', () => setOpen())
    const opened: Feed = { isOpen, close: () => stream.close() }
    background.run('message-feed', async () => {
      try {
        while (!stream.closed) {
          const change = await stream.next()
          if (change.operationType !== 'insert') continue
          const { addressId, receivedAt } = change.fullDocument
          wake(addressId)
          metrics.http.visible('feed', Number(deps.clock.now()) - Number(receivedAt))
        }
      } catch (error) {
        setFailed(error)
        if (!stream.closed) throw error
      } finally {
        if (feed === opened) feed = null
        // Whoever still waits asks again and so opens a new one, or hears that the database is away.
        wakeAll()
        await stream.close()
      }
    })
    return opened
  }

  function removeListener(addressId: string, notify: () => void): void {
    const others = waiting.get(addressId)
    others?.delete(notify)
    if (others?.size === 0) waiting.delete(addressId)
    if (waiting.size > 0 || !feed) return
    const idle = feed
    feed = null
    background.run('close-message-feed', () => idle.close())
  }

  metrics.http.watchHeldCalls(() => releases.size)

  return {
    enter(keyId) {
      const held = perKey.get(keyId) ?? 0
      if (held >= limits.perKey || releases.size >= limits.perProcess) {
        metrics.access.limitHit('held-calls')
        throw faultAt(
          'TOO_MANY_REQUESTS',
          { path: 'waitSeconds', code: 'rate_limited', message: 'Too many calls with waitSeconds are held already' },
          { retryAfterSeconds: 1 },
        )
      }
      perKey.set(keyId, held + 1)

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
        async listen(addressId) {
          if (listeningTo === null) {
            listeningTo = addressId
            waiting.set(addressId, (waiting.get(addressId) ?? new Set()).add(notify))
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
        leave() {
          releases.delete(release)
          if (listeningTo !== null) removeListener(listeningTo, notify)
          const rest = (perKey.get(keyId) ?? 1) - 1
          if (rest > 0) perKey.set(keyId, rest)
          else perKey.delete(keyId)
        },
      }
    },
    stop() {
      isStopping = true
      for (const release of releases) release()
    },
  }
}
