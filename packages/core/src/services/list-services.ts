import type { ListServicesInput, Page, Service } from '@inlet/contract'
import type { Person } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst } from '../paging/list-newest-first.ts'
import { type ServiceDoc, serviceModel } from './service-model.ts'
import { toService } from './to-service.ts'

/** Lists services, newest first: a user's own, to the operator all. @throws BAD_REQUEST `invalid_cursor` */
export async function listServices(deps: Deps, caller: Person, input: ListServicesInput): Promise<Page<Service>> {
  const owned = caller.kind === 'operator' ? {} : { _id: { $in: [...caller.roles.keys()] } }
  const page = await listNewestFirst<ServiceDoc>(serviceModel.in(deps.db), owned, {
    ...input,
    scope: { list: 'services', filters: {} },
  })
  return { data: page.data.map(toService), meta: page.meta }
}
