import type { UsageCounts, UsageDay } from '@inlet/contract'

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
  /** This hour and the 23 before it. */
  lastHours: number
  lastSeven: number
  /** All days that were read. */
  all: number
  /** A bar for each day, oldest first: its share of the highest one, from 0 to 1. */
  bars: readonly { date: string; share: number }[]
}

/** Sums what a service used: its days are oldest first and end today. */
export function activitiesOf(days: readonly UsageDay[], last24Hours: UsageCounts | null): Activity[] {
  return figures.map(({ field, name }) => {
    const highest = Math.max(1, ...days.map((day) => day[field]))
    const sumOf = (some: readonly UsageDay[]) => some.reduce((sum, day) => sum + day[field], 0)
    return {
      field,
      name,
      lastHours: last24Hours?.[field] ?? 0,
      lastSeven: sumOf(days.slice(-7)),
      all: sumOf(days),
      bars: days.map((day) => ({ date: day.date, share: day[field] / highest })),
    }
  })
}
