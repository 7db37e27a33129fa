import type { ApiKey, ListApiKeysInput, Page } from '@inlet/contract'
import { assertMay, type Person } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst } from '../paging/list-newest-first.ts'
import { type ApiKeyDoc, apiKeyModel, toApiKey } from './api-key-model.ts'

/** Lists a service's keys, newest first, revoked and expired ones too. @throws NOT_FOUND; BAD_REQUEST `invalid_cursor` */
export async function listApiKeys(deps: Deps, caller: Person, input: ListApiKeysInput): Promise<Page<ApiKey>> {
  assertMay(caller, input.id, 'viewer')
  const page = await listNewestFirst<ApiKeyDoc>(
    apiKeyModel.in(deps.db),
    { serviceId: input.id },
    {
      ...input,
      scope: { list: 'apiKeys', filters: { id: input.id } },
    },
  )
  const now = deps.clock.now()
  return { data: page.data.map((key) => toApiKey(key, now)), meta: page.meta }
}
