import { useEffect, useState } from 'react'
import { fullTime, timeWords } from './time-words.ts'

const renewMs = 30_000

/** A time as a distance from now, the full one in its title; null is said with a word. */
export function DateTime({ at, none = 'Never' }: { at: string | null; none?: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), renewMs)
    return () => clearInterval(timer)
  }, [])
  if (at === null) return <span className="text-faint">{none}</span>
  const date = new Date(at)
  // What has just come is newer than this clock's last tick.
  const since = now < date ? new Date() : now
  return (
    <time dateTime={at} title={fullTime(date)} className="whitespace-nowrap">
      {timeWords(date, since)}
    </time>
  )
}
