import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useLiveEvents } from '../../api/live-feed.tsx'

/** Servers write their counts every few seconds; what is read at once may lack the newest mail. */
const renewMs = 5000

/** Has the counts read anew after events, at most once in a while however many there are. */
export function useCountsRenewal(): void {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useLiveEvents(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      void queryClient.invalidateQueries({ queryKey: trpc.dashboard.readUsage.pathKey() })
      void queryClient.invalidateQueries({ queryKey: trpc.dashboard.readBilling.pathKey() })
    }, renewMs)
  })
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
}
