import type { UsageDay } from '@inlet/contract'

/** What the overview counts, in the order in which it is shown. */
export const figures = [
  { field: 'messagesReceived', name: 'Mails received' },
  { field: 'messagesWithCode', name: 'With a code' },
  { field: 'apiRequests', name: 'API calls' },
  { field: 'deliveries', name: 'Webhook deliveries' },
] as const satisfies readonly { field: keyof UsageDay; name: string }[]

export interface Activity {
  field: (typeof figures)[number]['field']
  name: string
  /** Today and the day before, in UTC: between 24 and 48 hours. */
  lastTwo: number
  lastSeven: number
  /** All days that were read. */
  all: number
  /** A bar for each day, oldest first: its share of the highest one, from 0 to 1. */
  bars: readonly { date: string; share: number }[]
}

/** Sums the days of a service, which are oldest first and end today. */
export function activitiesOf(days: readonly UsageDay[]): Activity[] {
  return figures.map(({ field, name }) => {
    const highest = Math.max(1, ...days.map((day) => day[field]))
    const sumOf = (some: readonly UsageDay[]) => some.reduce((sum, day) => sum + day[field], 0)
    return {
      field,
      name,
      lastTwo: sumOf(days.slice(-2)),
      lastSeven: sumOf(days.slice(-7)),
      all: sumOf(days),
      bars: days.map((day) => ({ date: day.date, share: day[field] / highest })),
    }
  })
}
