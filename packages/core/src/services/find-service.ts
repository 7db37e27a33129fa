import { AppError } from '@inlet/contract'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type ServiceDoc, serviceModel } from './service-model.ts'

/** The service of this id, or null. */
export function findService(deps: Deps, id: string): Promise<ServiceDoc | null> {
  return serviceModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}

/** Whether the database holds any service: false means that nobody has used it yet. */
export async function hasAnyService(deps: Deps): Promise<boolean> {
  return (await serviceModel.in(deps.db).findOne({}, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })) !== null
}

/** The services with these ids that exist, by id. */
export async function findServices(deps: Deps, ids: string[]): Promise<Map<string, ServiceDoc>> {
  const found = await serviceModel
    .in(deps.db)
    .find({ _id: { $in: ids } }, { maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((service) => [service._id, service]))
}

/** Refuses an id that is no service's; for the operator, whom no membership tells. @throws NOT_FOUND */
export async function assertServiceExists(deps: Deps, id: string): Promise<void> {
  if (!(await findService(deps, id))) throw new AppError('NOT_FOUND', 'No such service')
}
