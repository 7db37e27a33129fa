import { systemActor } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { quotaOf } from '../plans/quotas.ts'
import { findServices } from '../services/find-services.ts'
import type { ServiceDoc } from '../services/service-model.ts'
import { type PlannedService, putQuotaLevel } from '../services/service-plan.ts'
import { periodOf } from './period-of.ts'
import { countMessagesIn } from './read-usage.ts'

/** Shares of the messages of a period, in percent, that are recorded in the audit log. */
export const quotaLevels = [80, 100] as const

/** The share of a limit that is used, in percent; of a limit of 0 all is used, of none nothing. */
export function shareOf(used: number, limit: number | null): number {
  if (limit === null) return 0
  return limit === 0 ? 100 : (used * 100) / limit
}

/** Whether a service has received all the messages of its plan in this period. */
export async function isFullOfMessages(deps: Deps, service: PlannedService): Promise<boolean> {
  const limit = quotaOf(deps, service, 'messagesPerMonth')
  if (limit === null) return false
  return (await countMessagesIn(deps, service._id, periodOf(service, deps.clock.now()))) >= limit
}

/**
 * Records in the audit log, once in a period, that a service has received 80 % and all of the messages of its plan. For services that have
 * just received some, or whose mail was deferred: their plan may have become smaller than what they had received.
 */
export async function recordQuotaLevels(deps: Deps, serviceIds: string[]): Promise<void> {
  if (serviceIds.length === 0) return
  const services = await findServices(deps, serviceIds)
  for (const service of services.values()) await recordQuotaLevel(deps, service)
}

async function recordQuotaLevel(deps: Deps, service: ServiceDoc): Promise<void> {
  const limit = quotaOf(deps, service, 'messagesPerMonth')
  if (limit === null) return
  const period = periodOf(service, deps.clock.now())
  const used = await countMessagesIn(deps, service._id, period)
  for (const level of quotaLevels) {
    if (shareOf(used, limit) >= level) await record(deps, service, { level, limit, start: period.start.toISOString() })
  }
}

interface Reached {
  level: (typeof quotaLevels)[number]
  limit: number
  start: string
}

async function record(
  deps: Deps,
  { _id, name, quotaTold }: ServiceDoc,
  { level, limit, start }: Reached,
): Promise<void> {
  if (quotaTold?.period === start && quotaTold.level >= level) return
  await inTransaction(deps.db, async (tx) => {
    if (!(await putQuotaLevel(deps, tx, { id: _id, period: start, level }))) return
    const target = { kind: 'service', id: _id, name } as const
    const action = level === 100 ? 'service.quota_reached' : 'service.quota_near'
    const note = `${level} % of ${limit} messages in the period from ${start.slice(0, 10)}`
    await recordAudit(deps, tx, { caller: systemActor, serviceId: _id, action, target, note })
  })
}
