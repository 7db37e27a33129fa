import { useIsReachable } from '../api/api-context.tsx'
import { useIsLive } from '../api/live-feed.tsx'
import { useIsOnline } from './use-is-online.ts'

/** Whether the page gets what happens in the service, as it happens. A feed that is cut off is known to be so only later. */
export function LiveDot() {
  const isOnline = useIsOnline()
  const isReachable = useIsReachable()
  const isLive = useIsLive() && isReachable
  const [colour, label] = !isOnline
    ? ['bg-warn-fill', 'Offline']
    : isLive
      ? ['bg-good-fill', 'Live']
      : ['animate-pulse bg-warn-fill', 'Connecting…']
  return (
    <span role="status" className="inline-flex items-center gap-2 text-faint text-xs">
      <span aria-hidden className={`size-1.5 rounded-full ${colour}`} />
      {label}
    </span>
  )
}
