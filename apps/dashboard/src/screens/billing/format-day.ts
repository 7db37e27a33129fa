import { dayMs } from '@inlet/contract'

/** The first of so many days that end today, in UTC, as in 2027-01-31. */
export const firstDayOf = (now: Date, days: number): string =>
  new Date(now.getTime() - (days - 1) * dayMs).toISOString().slice(0, 10)

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** The day of a time in UTC, as people write it. */
export const formatDay = (time: string): string => dayFormat.format(new Date(time))
