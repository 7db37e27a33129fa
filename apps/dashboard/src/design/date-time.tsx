import { use } from 'react'
import { Now } from './clock.tsx'
import { formatTime, formatTimeAgo } from './format-time.ts'

/** A time as a distance from now, the full one in its title; null is said with a word. */
export function DateTime({ at, none = 'Never' }: { at: string | null; none?: string }) {
  const now = use(Now)
  if (at === null) return <span className="text-faint">{none}</span>
  const date = new Date(at)
  // What has just come is newer than the clock's last tick.
  const since = now < date ? new Date() : now
  return (
    <time dateTime={at} title={formatTime(date)} className="whitespace-nowrap">
      {formatTimeAgo(date, since)}
    </time>
  )
}
