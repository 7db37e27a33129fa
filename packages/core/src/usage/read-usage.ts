import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { usageDayModel } from './usage-day-model.ts'

/** A stretch of time, `end` excluded. */
export interface Period {
  start: Date
  end: Date
}

/** The day of a time in UTC, as `YYYY-MM-DD`. */
const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

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
