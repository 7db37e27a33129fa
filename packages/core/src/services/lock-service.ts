import { AppError } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type ServiceDoc, serviceModel } from './service-model.ts'

/**
 * Makes every other transaction that does the same wait or begin again: what is read after it in this one stays true until its commit.
 * @throws NOT_FOUND where there is no such service
 */
export async function lockService(deps: Deps, tx: ClientSession, id: string): Promise<ServiceDoc> {
  const service = await serviceModel
    .in(deps.db)
    .findOneAndUpdate({ _id: id }, { $inc: { revision: 1 } }, { session: tx, returnDocument: 'after' })
  if (!service) throw new AppError('NOT_FOUND', 'No such service')
  return service
}
