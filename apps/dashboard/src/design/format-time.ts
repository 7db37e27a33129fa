import { daySeconds } from '@inlet/contract'

const units = [
  ['year', 365 * daySeconds],
  ['month', 30 * daySeconds],
  ['day', daySeconds],
  ['hour', 3600],
  ['minute', 60],
] as const

// Made once: a page of a list has a hundred times, and a format takes as long to be made as several are to be written.
const distanceFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const fullFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })

/** A time as a distance from now: "3 minutes ago", "in 2 days"; within a minute "just now". */
export function formatTimeAgo(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  for (const [unit, length] of units) {
    // A time to come is never said to be nearer than it is: three days less a second are not two days.
    if (Math.abs(seconds) >= length) {
      return distanceFormat.format(Math[seconds < 0 ? 'ceil' : 'round'](seconds / length), unit)
    }
  }
  return seconds > 5 ? 'in a moment' : 'just now'
}

/** A time in full, in the zone of the browser. */
export const formatTime = (at: Date): string => fullFormat.format(at)
