import type { ClientSession } from 'mongodb'
import { decodeTime } from 'ulid'
import type { Deps } from '../deps.ts'
import {
  type InboxSweepOrder,
  type ServiceSweepOrder,
  type SweepOrderDoc,
  sweepOrderModel,
  type WildcardSweepOrder,
} from './sweep-order-model.ts'

/** Longer than any write may take, so that mail that is being committed beside a deletion is swept too. */
const delayMs = 60_000
/** Until then messages may still refer to large parts; from the writing of these. Must stay above `confirmedWithinMs`. */
const sourceDelayMs = 120_000
/** Twice `delayMs`: the writes in progress have ended, and so have the orders that these left. */
const settlesAfterMs = 2 * delayMs

/** Leaves messages that no reader can see any more to the sweep; inside `tx` where one is given. */
export async function enqueueInboxSweeps(
  deps: Deps,
  inboxes: Pick<InboxSweepOrder, 'addressId' | 'upTo' | 'forService'>[],
  tx?: ClientSession,
): Promise<void> {
  const orders = inboxes.map((inbox) => ({ ...inbox, ...newOrder(deps) }))
  await insertOrders(deps, orders, tx)
}

/**
 * Leaves the addresses of a removed domain to the sweep, also those that are being inserted beside its removal; inside `tx` where one is
 * given.
 */
export async function enqueueDomainSweep(deps: Deps, domainId: string, tx?: ClientSession): Promise<void> {
  await insertOrders(deps, [{ domainId, ...newOrder(deps) }], tx)
}

/**
 * Leaves the addresses that a wildcard has at the hosts of a domain inside it to the sweep, also those that are being inserted beside the
 * proof of that domain; inside `tx` where one is given.
 */
export async function enqueueWildcardSweep(
  deps: Deps,
  { wildcardId, name }: Pick<WildcardSweepOrder, 'wildcardId' | 'name'>,
  tx?: ClientSession,
): Promise<void> {
  await insertOrders(deps, [{ wildcardId, name, ...newOrder(deps) }], tx)
}

/** Leaves the deliveries of a deleted webhook to the sweep, also those that are being made beside its deletion. */
export async function enqueueWebhookSweep(deps: Deps, webhookId: string, tx: ClientSession): Promise<void> {
  await insertOrders(deps, [{ webhookId, ...newOrder(deps) }], tx)
}

/** What a service owned when it was deleted, as far as the sweep finds other records by it. */
interface DeletedService {
  serviceId: string
  domainIds: string[]
  webhookIds: string[]
}

/** Leaves everything that a deleted service owned to the sweep, which begins at once. */
export async function enqueueServiceSweep(deps: Deps, tx: ClientSession, deleted: DeletedService): Promise<void> {
  const { serviceId, domainIds, webhookIds } = deleted
  const now = deps.clock.now()
  const order: ServiceSweepOrder = {
    _id: serviceId,
    serviceId,
    dueAt: now,
    settledAt: new Date(now.getTime() + settlesAfterMs),
    removed: { addresses: 0, messages: 0, deliveries: 0, events: 0 },
    reportedAt: now,
  }
  const label = { forService: serviceId }
  const ofDomains = domainIds.map((domainId) => ({ domainId, ...newOrder(deps), ...label }))
  const ofWebhooks = webhookIds.map((webhookId) => ({ webhookId, ...newOrder(deps), ...label }))
  await insertOrders(deps, [order, ...ofDomains, ...ofWebhooks], tx)
}

/**
 * Leaves large parts to the sweep, which deletes those that no message names: the copies of a mail share them, and some of these may
 * still be committing. `forService` is the deleted service whose messages named them, if any.
 */
export async function enqueueSourceSweep(
  deps: Deps,
  sourceIds: string[],
  { tx, forService }: { tx?: ClientSession; forService?: string | undefined } = {},
): Promise<void> {
  const soonest = deps.clock.now().getTime() + delayMs
  const orders = sourceIds.map((sourceId) => ({
    ...newOrder(deps),
    sourceId,
    dueAt: new Date(Math.max(soonest, decodeTime(sourceId) + sourceDelayMs)),
    ...(forService !== undefined && { forService }),
  }))
  await insertOrders(deps, orders, tx)
}

const newOrder = (deps: Deps) => ({ _id: deps.newId(), dueAt: new Date(deps.clock.now().getTime() + delayMs) })

async function insertOrders(deps: Deps, orders: SweepOrderDoc[], tx: ClientSession | undefined): Promise<void> {
  if (orders.length > 0) await sweepOrderModel.in(deps.db).insertMany(orders, tx ? { session: tx } : {})
}
