import { useIsLive } from '../api/live-feed.tsx'

/** Whether the page gets what happens in the service, as it happens. */
export function LiveDot() {
  const isLive = useIsLive()
  return (
    <span role="status" className="inline-flex items-center gap-2 text-faint text-xs">
      <span aria-hidden className={`size-1.5 rounded-full ${isLive ? 'bg-good' : 'animate-pulse bg-warn'}`} />
      {isLive ? 'Live' : 'Connecting …'}
    </span>
  )
}
