import { limits } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import { type ServiceDoc, serviceModel } from './service-model.ts'

/** Makes a service. `retentionDays` is how long its messages are kept, 7 by default. */
export async function createService(deps: Deps, input: { name: string; retentionDays?: number }): Promise<ServiceDoc> {
  const service: ServiceDoc = {
    _id: deps.newId(),
    name: input.name,
    retentionDays: input.retentionDays ?? limits.retentionDaysDefault,
    createdAt: deps.clock.now(),
  }
  await serviceModel.in(deps.db).insertOne(service)
  return service
}
