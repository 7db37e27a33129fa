import type { LiveEvent } from '@inlet/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTRPC } from './api-context.tsx'
import { liveUpdates } from './live-updates.ts'
import { useIsLookedAt } from './use-is-looked-at.ts'

type Listener = (event: LiveEvent) => void

interface Feed {
  isLive: boolean
  listeners: Set<Listener>
}

const CurrentFeed = createContext<Feed | null>(null)

/** The feed ends for good where it is refused; a restarted server or a full one takes it later. */
const againMs = 5000

/**
 * Keeps the live feed of a service open while its tab is in front: the cache refetches what an event made outdated, and `useLiveEvents` is called with
 * each of them. Without HTTP/2 a browser has six connections to a server for all tabs, so that the feeds of tabs in the background would soon leave
 * none for anything else.
 */
export function LiveFeed({ serviceId, children }: { serviceId: string; children: ReactNode }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const listeners = useRef(new Set<Listener>()).current
  const updates = useMemo(() => liveUpdates(queryClient, trpc), [queryClient, trpc])
  useEffect(() => updates.stop, [updates])

  const isLookedAt = useIsLookedAt()
  const { status, reset } = useSubscription(
    trpc.live.subscriptionOptions(
      { serviceId },
      {
        enabled: isLookedAt,
        onData: ({ data }) => {
          updates.note(data.type)
          for (const listener of listeners) listener(data)
        },
      },
    ),
  )
  const isLive = isLookedAt && status === 'pending'
  const hasFailed = isLookedAt && status === 'error'
  useEffect(() => {
    if (!hasFailed) return
    const timer = setTimeout(reset, againMs)
    return () => clearTimeout(timer)
  }, [hasFailed, reset])

  const hasMissed = useRef(false)
  useEffect(() => {
    if (!isLookedAt || hasFailed) hasMissed.current = true
    if (!isLive || !hasMissed.current) return
    hasMissed.current = false
    // Unlike a connection that was cut and resumes, a new feed does not report earlier events.
    updates.note('resync')
  }, [isLookedAt, hasFailed, isLive, updates])

  const feed = useMemo(() => ({ isLive, listeners }), [isLive, listeners])
  return <CurrentFeed value={feed}>{children}</CurrentFeed>
}

function useFeed(): Feed {
  const feed = use(CurrentFeed)
  if (!feed) throw new Error('There is no live feed around this')
  return feed
}

/** Whether the live feed of the service is open. */
export const useIsLive = (): boolean => useFeed().isLive

/** Calls back for each event of the service while the component is shown. */
export function useLiveEvents(onEvent: Listener): void {
  const { listeners } = useFeed()
  const call = useEffectEvent(onEvent)
  useEffect(() => {
    const listener: Listener = (event) => call(event)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listeners])
}
