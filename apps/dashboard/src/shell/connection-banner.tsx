import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useIsReachable, useTRPC } from '../api/api-context.tsx'
import { useIsOnline } from './use-is-online.ts'

const againMs = 3000
/** A restart that takes less is not worth a word. */
const patienceMs = 700

/** Says that the network or the server is gone, retries, and refetches everything once it is back. */
export function ConnectionBanner() {
  const isOnline = useIsOnline()
  const isReachable = useIsReachable()
  const queryClient = useQueryClient()
  const trpc = useTRPC()
  const isAway = !isOnline || !isReachable
  const wasAway = useRef(false)
  const [isShown, setIsShown] = useState(false)

  useEffect(() => {
    if (!isAway) {
      setIsShown(false)
      if (wasAway.current) void queryClient.invalidateQueries()
      wasAway.current = false
      return
    }
    wasAway.current = true
    const show = setTimeout(() => setIsShown(true), patienceMs)
    const tryAgain = () => void queryClient.refetchQueries({ queryKey: trpc.dashboard.readMe.queryKey() })
    const again = setInterval(tryAgain, againMs)
    return () => {
      clearTimeout(show)
      clearInterval(again)
    }
  }, [isAway, queryClient, trpc])

  if (!isShown) return null
  return (
    <div role="status" className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-ui text-warn">
      <WifiOff aria-hidden className="size-4 shrink-0" />
      {isOnline
        ? 'The server is not responding. This page may be out of date. Retrying every few seconds.'
        : 'You are offline. This page may be out of date.'}
    </div>
  )
}
