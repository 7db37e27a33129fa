import { AppError, type Plan } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { planOf } from './plan-catalogue.ts'

/** What is limited in number and made one by one; addresses are reserved (`addresses/address-quota.ts`). */
type MadeQuota = 'domains' | 'webhooks' | 'members'

/** How many of these a service may have; null is without limit. */
export const quotaOf = (deps: Deps, service: { plan?: string }, name: keyof Plan['limits']): number | null =>
  planOf(deps.plans, service.plan).limits[name]

/**
 * Refuses one more where the plan has no room for it. `service` is locked by the transaction, so that of two simultaneous ones at the limit
 * one is refused. @throws PAYMENT_REQUIRED `quota_exceeded`
 */
export async function assertRoom(
  deps: Deps,
  tx: ClientSession,
  {
    service,
    name,
    count,
  }: {
    service: { _id: string; plan?: string }
    name: MadeQuota
    count: (deps: Deps, serviceId: string, tx: ClientSession) => Promise<number>
  },
): Promise<void> {
  const limit = quotaOf(deps, service, name)
  if (limit !== null && (await count(deps, service._id, tx)) >= limit) throw quotaExceeded(name)
}

/** Refuses to keep mail for longer than the plan has. @throws PAYMENT_REQUIRED `quota_exceeded` */
export function assertRetention(deps: Deps, service: { plan?: string }, retentionDays: number | undefined): void {
  const limit = quotaOf(deps, service, 'retentionDays')
  if (limit !== null && retentionDays !== undefined && retentionDays > limit) throw quotaExceeded('retentionDays')
}

/** The refusal of what is beyond the plan; its limit is in the log. */
export const quotaExceeded = (name: keyof Plan['limits']): AppError =>
  AppError.of('quota_exceeded', { log: { quota: name } })
