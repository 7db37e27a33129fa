import {
  AppError,
  type ChangeWebhookInput,
  type CreateWebhookInput,
  hourMs,
  limits,
  type Webhook,
  type WebhookEvent,
  type WebhookWithSecret,
  webhookEvents,
} from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Person } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { assertRoom } from '../plans/quotas.ts'
import { lockService } from '../services/find-services.ts'
import { enqueueWebhookSweep } from '../sweep-orders/enqueue-sweep.ts'
import { deleteDeliveries } from './delete-deliveries.ts'
import { countWebhooks } from './find-webhooks.ts'
import { getWebhook } from './read-webhooks.ts'
import { assertFewReceivers } from './receiver-limit.ts'
import { recordWebhookChange } from './record-webhook-change.ts'
import { auditedWebhook, newWebhookSecret, toWebhook, type WebhookDoc, webhookModel } from './webhook-model.ts'
import type { WebhookTargets } from './webhook-targets.ts'

/** 10,000 deliveries are deleted when a deletion returns, the others within the next minutes, by the sweep. */
const stepsAtOnce = 20

/**
 * Creates a webhook of a service, enabled; its secret is in this answer alone. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; BAD_REQUEST `blocked_address`; UNPROCESSABLE_CONTENT `too_many_webhooks`;
 * PAYMENT_REQUIRED `quota_exceeded`
 */
export async function createWebhook(
  deps: Deps,
  caller: Person,
  input: CreateWebhookInput & { targets: WebhookTargets },
): Promise<WebhookWithSecret> {
  const { id: serviceId, url, targets } = input
  assertMay(caller, serviceId, 'admin')
  assertAllowed(targets, url)
  const secret = newWebhookSecret()
  const webhook: WebhookDoc = {
    _id: deps.newId(),
    serviceId,
    url,
    description: input.description ?? null,
    events: inOrder(input.events),
    filterOtpOnly: input.filterOtpOnly,
    state: 'enabled',
    disabledReason: null,
    secrets: [{ value: secret, expiresAt: null }],
    createdAt: deps.clock.now(),
    lastSuccessAt: null,
    failingSince: null,
  }
  await inTransaction(deps.db, async (tx) => {
    const service = await lockService(deps, tx, serviceId)
    await assertRoom(deps, tx, { service, name: 'webhooks', count: countWebhooks })
    if ((await countWebhooks(deps, serviceId, tx)) >= limits.webhooksPerService) throw AppError.of('too_many_webhooks')
    await assertFewReceivers(deps, tx, { before: null, after: webhook })
    await webhookModel.in(deps.db).insertOne(webhook, { session: tx })
    await recordWebhookChange(deps, tx, { caller, webhook, action: 'webhook.created', note: webhook.events.join(' ') })
  })
  return { ...toWebhook(webhook), secret }
}

/**
 * Changes a webhook. Values that stay the same leave no audit entry. Enabled again, it is sent what waited meanwhile, and five days of
 * failure count anew. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; BAD_REQUEST `blocked_address`; UNPROCESSABLE_CONTENT `too_many_webhooks`
 */
export async function changeWebhook(
  deps: Deps,
  caller: Person,
  { id, targets, ...wanted }: ChangeWebhookInput & { targets: WebhookTargets },
): Promise<Webhook> {
  const { serviceId } = await getWebhook(deps, caller, { id, role: 'admin' })
  if (wanted.url !== undefined) assertAllowed(targets, wanted.url)
  const mayGetMore = wanted.enabled === true || wanted.events !== undefined
  const webhook = await inTransaction(deps.db, async (tx) => {
    // Before the webhook is read: of two changes at once, the second counts what the first one made of it.
    if (mayGetMore) await lockService(deps, tx, serviceId)
    const before = await readIn(deps, tx, id)
    const changed = changesOf(before, wanted)
    const note = noteOf(before, changed)
    if (note === '') return before

    await assertFewReceivers(deps, tx, { before, after: { ...before, ...changed } })
    await webhookModel.in(deps.db).updateOne({ _id: id }, { $set: changed }, { session: tx })
    await recordWebhookChange(deps, tx, { caller, webhook: before, action: 'webhook.changed', note })
    return { ...before, ...changed }
  })
  return toWebhook(webhook)
}

/**
 * Gives a webhook another secret. For 24 hours what is sent has a signature by each of the two; of two rotations within that time the
 * first secret ends with the second. A user needs the role admin. @throws NOT_FOUND; FORBIDDEN `insufficient_role`
 */
export async function rotateWebhookSecret(deps: Deps, caller: Person, id: string): Promise<WebhookWithSecret> {
  await getWebhook(deps, caller, { id, role: 'admin' })
  const secret = newWebhookSecret()
  const expiresAt = new Date(deps.clock.now().getTime() + limits.webhookSecretGraceHours * hourMs)
  const webhook = await inTransaction(deps.db, async (tx) => {
    const before = await readIn(deps, tx, id)
    const old = before.secrets.slice(0, 1).map(({ value }) => ({ value, expiresAt }))
    const secrets = [{ value: secret, expiresAt: null }, ...old]
    await webhookModel.in(deps.db).updateOne({ _id: id }, { $set: { secrets } }, { session: tx })
    const note = `both work until ${expiresAt.toISOString()}`
    await recordWebhookChange(deps, tx, { caller, webhook: before, action: 'webhook.secret_rotated', note })
    return before
  })
  return { ...toWebhook(webhook), secret }
}

/**
 * Deletes a webhook: nothing more is sent to it, and its deliveries are gone with it for every
 * reader; the sweep deletes those beyond the first 10,000 from the database. A user needs the role admin.
 * @throws NOT_FOUND, also to the second of two simultaneous callers; FORBIDDEN `insufficient_role`
 */
export async function deleteWebhook(deps: Deps, caller: Person, id: string): Promise<void> {
  await getWebhook(deps, caller, { id, role: 'admin' })
  await inTransaction(deps.db, async (tx) => {
    const deleted = await webhookModel.in(deps.db).findOneAndDelete({ _id: id }, { session: tx })
    if (!deleted) throw absent()
    await enqueueWebhookSweep(deps, id, tx)
    await recordWebhookChange(deps, tx, { caller, webhook: deleted, action: 'webhook.deleted' })
  })
  // Without their webhook nobody reads or sends them.
  for (let step = 0; step < stepsAtOnce; step += 1) if (await deleteDeliveries(deps, id)) break
}

/** Deletes all webhooks of a service that is being deleted, without permission check or audit entry. @returns their ids */
export async function deleteWebhooksOfService(deps: Deps, tx: ClientSession, serviceId: string): Promise<string[]> {
  const webhooks = webhookModel.in(deps.db)
  const found = await webhooks
    .find({ serviceId }, { projection: { _id: 1 }, session: tx, maxTimeMS: readBudgetMs })
    .toArray()
  await webhooks.deleteMany({ serviceId }, { session: tx })
  return found.map(({ _id }) => _id)
}

/** @throws BAD_REQUEST `blocked_address` with the reason */
function assertAllowed(targets: WebhookTargets, url: string): void {
  const message = targets.errorOf(url)
  if (message !== null) throw AppError.of('blocked_address', { message })
}

async function readIn(deps: Deps, tx: ClientSession, id: string): Promise<WebhookDoc> {
  const found = await webhookModel.in(deps.db).findOne({ _id: id }, { session: tx })
  if (!found) throw absent()
  return found
}

const absent = () => new AppError('NOT_FOUND', 'No such webhook')

/** Each once, in the order of the contract. */
const inOrder = (events: readonly WebhookEvent[]) => webhookEvents.filter((event) => events.includes(event))

type Changed = Partial<Omit<WebhookDoc, '_id'>>

function changesOf(before: WebhookDoc, wanted: Omit<ChangeWebhookInput, 'id'>): Changed {
  const { url, description, events, filterOtpOnly, enabled } = wanted
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(events && { events: inOrder(events) }),
    ...(filterOtpOnly !== undefined && { filterOtpOnly }),
    ...(enabled !== undefined && stateOf(before, enabled)),
  }
}

/** One that was disabled for another reason keeps it. */
function stateOf({ state }: WebhookDoc, enabled: boolean): Changed {
  if (enabled === (state === 'enabled')) return {}
  if (enabled) return { state: 'enabled', disabledReason: null, failingSince: null }
  return { state: 'disabled', disabledReason: 'operator' }
}

/** What changed, for the audit log: of a URL only its host, since the rest may hold a secret. */
function noteOf(before: WebhookDoc, changed: Changed): string {
  const after = { ...before, ...changed }
  const changes: string[] = []
  const hosts = [before, after].map((webhook) => auditedWebhook(webhook).name)
  if (before.url !== after.url) changes.push(`url at ${hosts.join(' → ')}`)
  if (before.description !== after.description) changes.push('description')
  const events = [before, after].map((webhook) => webhook.events.join(' '))
  if (events[0] !== events[1]) changes.push(`events ${events.join(' → ')}`)
  const { filterOtpOnly } = after
  if (before.filterOtpOnly !== filterOtpOnly) changes.push(`filterOtpOnly ${before.filterOtpOnly} → ${filterOtpOnly}`)
  if (before.state !== after.state) changes.push(after.state)
  return changes.join(', ')
}
