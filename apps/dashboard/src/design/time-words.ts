const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A time as a distance from now: "3 minutes ago", "in 2 days"; within a minute "just now". */
export function timeWords(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  for (const [unit, length] of units) {
    // A time to come is never said to be nearer than it is: three days less a second are not two days.
    if (Math.abs(seconds) >= length) return format.format(Math[seconds < 0 ? 'ceil' : 'round'](seconds / length), unit)
  }
  return seconds > 5 ? 'in a moment' : 'just now'
}

/** A time in full, in the zone of the browser. */
export const fullTime = (at: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' }).format(at)
