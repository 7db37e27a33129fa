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
