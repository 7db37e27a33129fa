import { systemActor } from '../access/caller.ts'
import { deleteAddressesOfService } from '../addresses/delete-addresses.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { deleteUsageOfService } from '../billing/delete-usage.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { deleteFeedEventsOfService } from '../feed-events/feed-events.ts'
import { deleteUnlockTokensOfService } from '../services/access-lock.ts'
import { claimReport, endServiceSweep, hasOrdersOfService } from '../sweep-orders/service-sweep-progress.ts'
import type { RemovedRecords, ServiceSweepOrder } from '../sweep-orders/sweep-order-model.ts'
import { deleteEventsOfService } from '../webhooks/stored-events.ts'

/** How long an order waits for the other orders of its service. */
const waitMs = 10_000
/** A long deletion has an entry in the audit log as often as this. */
const reportEveryMs = 60_000

/** Records of a deleted service that no other order deletes. Each deletes one small step, and says whether nothing is left. */
const lastSteps: ((deps: Deps, serviceId: string) => Promise<boolean>)[] = [
  deleteEventsOfService,
  deleteFeedEventsOfService,
  deleteUnlockTokensOfService,
  deleteUsageOfService,
]

/**
 * Runs one small step of the order of a deleted service: first its addresses, whose messages have orders of their own; when all of these are
 * carried out, what else there is; then the audit log says that it is gone. @returns when its next step is due; null where it is completed
 */
export async function sweepService(deps: Deps, order: ServiceSweepOrder): Promise<Date | null> {
  const { serviceId, settledAt } = order
  const now = deps.clock.now()
  const hasNoAddress = await deleteAddressesOfService(deps, serviceId)
  await reportProgress(deps, order)
  if (!hasNoAddress) return now
  if (now < settledAt || (await hasOrdersOfService(deps, serviceId))) return new Date(now.getTime() + waitMs)
  for (const step of lastSteps) if (!(await step(deps, serviceId))) return now

  await inTransaction(deps.db, async (tx) => {
    const ended = await endServiceSweep(deps, tx, serviceId)
    if (!ended) return
    const target = { kind: 'service', id: serviceId, name: null } as const
    const note = noteOf(ended.removed)
    await recordAudit(deps, tx, { caller: systemActor, serviceId, action: 'service.erased', target, note })
  })
  return null
}

async function reportProgress(deps: Deps, { serviceId, reportedAt }: ServiceSweepOrder): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - reportEveryMs)
  if (reportedAt > before) return
  await inTransaction(deps.db, async (tx) => {
    const order = await claimReport(deps, tx, { serviceId, before })
    if (!order) return
    const target = { kind: 'service', id: serviceId, name: null } as const
    const note = noteOf(order.removed)
    await recordAudit(deps, tx, { caller: systemActor, serviceId, action: 'service.erasing', target, note })
  })
}

const noteOf = (removed: RemovedRecords) =>
  Object.entries(removed)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')
