import { AppError, dayMs, hourMs, limits, type ReadUsageInput, type UsageCounts, type UsageDay } from '@inlet/contract'
import { assertMay, type Caller } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { assertServiceExists } from '../services/find-services.ts'
import { type Counts, countedFields, type UsageDayDoc, usageDayModel } from './usage-day-model.ts'

/** A stretch of time, `end` excluded. */
export interface Period {
  start: Date
  end: Date
}

/** The day of a time in UTC, as `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** The month of a time, in UTC. */
export const monthOf = (time: Date): Period => ({
  start: new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth())),
  end: new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1)),
})

/** How many messages a service received on the days of a period, those of test keys apart. */
export async function countMessagesIn(deps: Deps, serviceId: string, { start, end }: Period): Promise<number> {
  const days = await usageDayModel
    .in(deps.db)
    .find(
      { serviceId, day: { $gte: dayOf(start), $lt: dayOf(end) } },
      { projection: { messagesReceived: 1 }, maxTimeMS: readBudgetMs },
    )
    .toArray()
  return days.reduce((sum, { messagesReceived = 0 }) => sum + messagesReceived, 0)
}

/** The same of several services, each in a period of its own, by service; those without any are absent. */
export async function countMessagesOfServices(
  deps: Deps,
  periods: ReadonlyMap<string, Period>,
): Promise<Map<string, number>> {
  const wanted = [...periods].map(([serviceId, { start, end }]) => ({
    serviceId,
    day: { $gte: dayOf(start), $lt: dayOf(end) },
  }))
  if (wanted.length === 0) return new Map()
  const sums = await usageDayModel
    .in(deps.db)
    .aggregate<{ _id: string; used: number }>(
      [{ $match: { $or: wanted } }, { $group: { _id: '$serviceId', used: { $sum: '$messagesReceived' } } }],
      { maxTimeMS: readBudgetMs },
    )
    .toArray()
  return new Map(sums.map(({ _id, used }) => [_id, used]))
}

/** What a service used on each day of a range, and in the last 24 hours; these are null for a range that is over. */
interface Usage {
  days: UsageDay[]
  last24Hours: UsageCounts | null
}

/**
 * Reads what a service used on each day, oldest first, days without anything too; what test keys caused is left out.
 * @throws NOT_FOUND; BAD_REQUEST `invalid_range`
 */
export async function readUsage(deps: Deps, caller: Caller, { id, ...range }: ReadUsageInput): Promise<Usage> {
  const now = deps.clock.now()
  const days = daysOf(range, now)
  assertMay(caller, id, 'viewer')
  await assertServiceExists(deps, id)
  const [from = '', to = ''] = [days.at(0), days.at(-1)]
  const isOver = to < dayOf(now)
  const yesterday = dayOf(new Date(now.getTime() - dayMs))
  const found = await usageDayModel
    .in(deps.db)
    .find(
      { serviceId: id, day: { $gte: isOver || from < yesterday ? from : yesterday, $lte: to } },
      { projection: { receivers: 0, test: 0 }, maxTimeMS: readBudgetMs },
    )
    .toArray()
  const byDay = new Map(found.map((each) => [each.day, each]))
  return {
    days: days.map((date) => ({ date, ...toCounts(byDay.get(date)) })),
    last24Hours: isOver ? null : toCounts(lastHours(byDay, now)),
  }
}

/** The counts of this hour and the 23 before it. */
function lastHours(byDay: ReadonlyMap<string, UsageDayDoc>, now: Date): Counts {
  const sum: Counts = {}
  for (let ago = 0; ago < 24; ago += 1) {
    const hour = new Date(now.getTime() - ago * hourMs)
    const counts = byDay.get(dayOf(hour))?.hours?.[hour.getUTCHours()] ?? {}
    for (const field of countedFields) sum[field] = (sum[field] ?? 0) + (counts[field] ?? 0)
  }
  return sum
}

/** All days from the first to the last one. @throws BAD_REQUEST `invalid_range` */
function daysOf({ from, to }: Pick<ReadUsageInput, 'from' | 'to'>, now: Date): string[] {
  const last = to === undefined ? Date.parse(dayOf(now)) : Date.parse(to)
  const first = from === undefined ? last - (limits.usageDaysDefault - 1) * dayMs : Date.parse(from)
  const count = (last - first) / dayMs + 1
  // Before the year 0 a date has a longer form, by which no day is stored.
  if (count < 1 || count > limits.usageDaysMax || first < Date.parse('0000-01-01')) throw AppError.of('invalid_range')
  return Array.from({ length: count }, (_, index) => dayOf(new Date(first + index * dayMs)))
}

const toCounts = (found: Counts | undefined): UsageCounts => ({
  messagesReceived: found?.messagesReceived ?? 0,
  messagesWithCode: found?.messagesWithCode ?? 0,
  apiRequests: found?.apiRequests ?? 0,
  addressesCreated: found?.addressesCreated ?? 0,
  deliveries: found?.deliveries ?? 0,
  bytesReceived: found?.bytesReceived ?? 0,
})
