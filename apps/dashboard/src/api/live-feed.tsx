import type { LiveEvent } from '@inlet/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTRPC } from './api-context.tsx'
import { liveUpdates } from './live-updates.ts'

type Listener = (event: LiveEvent) => void

interface Feed {
  isLive: boolean
  listeners: Set<Listener>
}

const CurrentFeed = createContext<Feed | null>(null)

/** The feed ends for good where it is refused; a restarted server or a full one takes it later. */
const againMs = 5000

/** Keeps the live feed of a service open: the cache reads anew what an event made old, and `useLiveEvents` is called with each of them. */
export function LiveFeed({ serviceId, children }: { serviceId: string; children: ReactNode }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const listeners = useRef(new Set<Listener>()).current
  const updates = useMemo(() => liveUpdates(queryClient, trpc), [queryClient, trpc])
  useEffect(() => updates.stop, [updates])

  const { status, reset } = useSubscription(
    trpc.live.subscriptionOptions(
      { serviceId },
      {
        onData: ({ data }) => {
          updates.note(data.type)
          for (const listener of listeners) listener(data)
        },
      },
    ),
  )
  useEffect(() => {
    if (status !== 'error') return
    const timer = setTimeout(reset, againMs)
    return () => clearTimeout(timer)
  }, [status, reset])

  const isLive = status === 'pending'
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
