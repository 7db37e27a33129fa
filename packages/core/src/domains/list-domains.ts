import type { Domain, ListDomainsInput, Page } from '@inlet/contract'
import { assertMay, type Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst } from '../paging/list-newest-first.ts'
import { toDomain } from './dns-records.ts'
import { type DomainDoc, domainModel } from './domain-model.ts'

/** Lists a service's domains, newest first, with what the last check found. @throws NOT_FOUND; BAD_REQUEST `invalid_cursor` */
export async function listDomains(
  deps: Deps,
  caller: Caller,
  input: ListDomainsInput & { mxHost: string },
): Promise<Page<Domain>> {
  assertMay(caller, input.id, 'viewer')
  const page = await listNewestFirst<DomainDoc>(
    domainModel.in(deps.db),
    { serviceId: input.id },
    {
      ...input,
      scope: { list: 'domains', filters: { id: input.id } },
    },
  )
  return { data: page.data.map((domain) => toDomain(domain, input.mxHost)), meta: page.meta }
}
