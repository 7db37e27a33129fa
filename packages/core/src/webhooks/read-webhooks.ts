import type { ListWebhooksInput, Page, Role, Webhook } from '@inlet/contract'
import { assertMay, type Person, permitted } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst, serviceListIndex } from '../paging/list-newest-first.ts'
import { assertServiceExists } from '../services/find-services.ts'
import { toWebhook, type WebhookDoc, webhookModel } from './webhook-model.ts'

/** Lists a service's webhooks, newest first, disabled ones too. @throws NOT_FOUND; BAD_REQUEST `invalid_cursor` */
export async function listWebhooks(deps: Deps, caller: Person, input: ListWebhooksInput): Promise<Page<Webhook>> {
  assertMay(caller, input.id, 'viewer')
  await assertServiceExists(deps, input.id)
  const page = await listNewestFirst<WebhookDoc>(
    webhookModel.in(deps.db),
    { serviceId: input.id },
    { ...input, scope: { list: 'webhooks', filters: { id: input.id } }, index: serviceListIndex },
  )
  return { data: page.data.map(toWebhook), meta: page.meta }
}

/** Reads a webhook of the caller's services. @throws NOT_FOUND */
export async function readWebhook(deps: Deps, caller: Person, id: string): Promise<Webhook> {
  return toWebhook(await getWebhook(deps, caller, { id, role: 'viewer' }))
}

/**
 * The stored webhook, for a caller who has this role in its service; `noun` is what a 404 says is absent.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`
 */
export async function getWebhook(
  deps: Deps,
  caller: Person,
  { id, role, noun = 'webhook' }: { id: string; role: Role; noun?: string },
): Promise<WebhookDoc> {
  const stored = await webhookModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
  return permitted(caller, stored, { role, noun })
}
