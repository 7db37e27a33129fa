import { faultAt } from '@inlet/contract'
import { arrivalOf, type Deps, watchMessages } from '@inlet/core'
import type { Background, Metrics } from '@inlet/runtime'

/** How many calls may be held, by key and by process. */
export interface HeldCallLimits {
  perKey: number
  perProcess: number
}

/** One held call: it is woken by every message that commits for its address after `listen` has returned. */
export interface HeldCall {
  /** Resolves when something may have come in since the last call, or when `release` was called. */
  changed(): Promise<void>
  /** Ends the waiting. */
  release(): void
  isReleased(): boolean
  /** Whether the process is stopping, so that an empty answer would say something that nobody knows. */
  isCutShort(): boolean
  /** Gives the place back; must be called once. */
  leave(): void
}

/** The held calls of a process, woken by one change stream that is open only while somebody waits. */
export interface HeldCalls {
  /** @throws TOO_MANY_REQUESTS `rate_limited` when the key or the process holds as many as it may */
  enter(keyId: string): HeldCall & { listen(fullAddress: string): Promise<void> }
  /** Releases all, now and from now on, cut short. */
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
  /** By full address, since an address that its first mail will make has no id yet. */
  const waiting = new Map<string, Set<() => void>>()
  const releases = new Set<() => void>()
  let feed: Feed | null = null
  let isStopping = false

  const wake = (fullAddress: string) => waiting.get(fullAddress)?.forEach((notify) => notify())
  const wakeAll = () => waiting.forEach((_, fullAddress) => wake(fullAddress))

  function openFeed(): Feed {
    const stream = watchMessages(deps)
    const { promise: isOpen, resolve: setOpen, reject: setFailed } = Promise.withResolvers<void>()
    // The answer to the aggregate brings a position, and from there on nothing is missed; the first event may be long in coming.
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
        // Whoever still waits asks again and so opens a new one, or hears that the database is away.
        wakeAll()
        await stream.close()
      }
    })
    return opened
  }

  function removeListener(fullAddress: string, notify: () => void): void {
    const others = waiting.get(fullAddress)
    others?.delete(notify)
    if (others?.size === 0) waiting.delete(fullAddress)
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
        throw tooManyHeld(held >= limits.perKey ? `for one key: ${limits.perKey}` : `here: ${limits.perProcess}`)
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
        async listen(fullAddress) {
          if (listeningTo === null) {
            listeningTo = fullAddress
            waiting.set(fullAddress, (waiting.get(fullAddress) ?? new Set()).add(notify))
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

const tooManyHeld = (where: string) =>
  faultAt(
    'TOO_MANY_REQUESTS',
    {
      path: 'waitSeconds',
      code: 'rate_limited',
      message: `As many calls with waitSeconds are held as may be ${where} at a time`,
    },
    { retryAfterSeconds: 1 },
  )
