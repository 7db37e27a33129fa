import { limits } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type ServiceDoc, serviceModel } from './service-model.ts'

/** Stores a service that nobody is asked about: no member, no audit. `retentionDays` is how long its messages are kept, 7 by default. */
export async function insertService(
  deps: Deps,
  input: { name: string; retentionDays?: number | undefined },
  tx?: ClientSession,
): Promise<ServiceDoc> {
  const service: ServiceDoc = {
    _id: deps.newId(),
    name: input.name,
    retentionDays: input.retentionDays ?? limits.retentionDaysDefault,
    createdAt: deps.clock.now(),
  }
  await serviceModel.in(deps.db).insertOne(service, tx ? { session: tx } : {})
  return service
}
