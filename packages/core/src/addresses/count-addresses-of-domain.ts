import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { addressModel } from './address-model.ts'

/** How many addresses a domain has. */
export function countAddressesOfDomain(deps: Deps, domainId: string): Promise<number> {
  return addressModel.in(deps.db).countDocuments({ domainId }, { maxTimeMS: readBudgetMs })
}
