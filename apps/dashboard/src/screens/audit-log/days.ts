const form = /^\d{4}-\d{2}-\d{2}$/

const startOf = (date: string) => new Date(`${date}T00:00:00`)

/** Reads a day of the calendar, as in 2026-11-30; undefined for anything else. */
export const day = (value: unknown): string | undefined =>
  typeof value === 'string' && form.test(value) && !Number.isNaN(startOf(value).getTime()) ? value : undefined

/** The times, in the zone of the browser, that include the days from `from` to `to`. */
export function timesOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from?: string
  to?: string
} {
  return {
    ...(from !== undefined && { from: startOf(from).toISOString() }),
    ...(to !== undefined && { to: dayAfter(to).toISOString() }),
  }
}

function dayAfter(date: string): Date {
  const start = startOf(date)
  // By the calendar, not by 24 hours: some days have 23 or 25.
  start.setDate(start.getDate() + 1)
  return start
}
