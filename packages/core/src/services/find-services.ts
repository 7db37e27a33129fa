import { AppError, type ListServicesInput, type Page, type Service } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Caller, type Person } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { idIndex, listNewestFirst } from '../paging/list-newest-first.ts'
import { type ServiceDoc, serviceModel } from './service-model.ts'
import { toService } from './service-shapes.ts'

/** The service of this id, or null. */
export async function findService(deps: Deps, id: string): Promise<ServiceDoc | null> {
  return await serviceModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}

/** The user who made a service; where the operator did, the service itself. */
export async function findMaker({ db }: Pick<Deps, 'db'>, id: string): Promise<string> {
  const options = { projection: { createdBy: 1 }, maxTimeMS: readBudgetMs }
  return (await serviceModel.in(db).findOne({ _id: id }, options))?.createdBy ?? id
}

/** The services with these ids that exist, by id. */
export async function findServices({ db }: Pick<Deps, 'db'>, ids: string[]): Promise<Map<string, ServiceDoc>> {
  const found = await serviceModel
    .in(db)
    .find({ _id: { $in: ids } }, { maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((service) => [service._id, service]))
}

/** The ids among these whose service exists. */
export async function findPresentServices(deps: Deps, ids: Iterable<string>): Promise<Set<string>> {
  const found = await serviceModel
    .in(deps.db)
    .find({ _id: { $in: [...new Set(ids)] } }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  return new Set(found.map(({ _id }) => _id))
}

/** Whether the database has any service; without one it has never been used. */
export async function hasAnyService(deps: Deps): Promise<boolean> {
  return (await serviceModel.in(deps.db).findOne({}, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })) !== null
}

/**
 * Refuses the id of a service that does not exist: the operator needs no membership, and a member's role is remembered for a moment after the
 * service was deleted. @throws NOT_FOUND
 */
export async function assertServiceExists(deps: Deps, id: string): Promise<void> {
  if (!(await findService(deps, id))) throw new AppError('NOT_FOUND', 'No such service')
}

/** Lists services, newest first: a user's own, for the operator all. @throws BAD_REQUEST `invalid_cursor` */
export async function listServices(deps: Deps, caller: Person, input: ListServicesInput): Promise<Page<Service>> {
  const visible = caller.kind === 'operator' ? {} : { _id: { $in: [...caller.roles.keys()] } }
  const page = await listNewestFirst<ServiceDoc>(serviceModel.in(deps.db), visible, {
    ...input,
    scope: { list: 'services', filters: {} },
    index: idIndex,
  })
  return { data: page.data.map((service) => toService(deps, service)), meta: page.meta }
}

/** Reads a service of the caller's. @throws NOT_FOUND */
export async function readService(deps: Deps, caller: Caller, id: string): Promise<Service> {
  assertMay(caller, id, 'viewer')
  const found = await findService(deps, id)
  if (!found) throw new AppError('NOT_FOUND', 'No such service')
  return toService(deps, found)
}

/**
 * Locks a service until the transaction ends: every other transaction that locks it waits or is retried, so that what this one reads
 * afterwards stays true until its commit. @throws NOT_FOUND
 */
export async function lockService(deps: Deps, tx: ClientSession, id: string): Promise<ServiceDoc> {
  const service = await serviceModel
    .in(deps.db)
    .findOneAndUpdate({ _id: id }, { $inc: { revision: 1 } }, { session: tx, returnDocument: 'after' })
  if (!service) throw new AppError('NOT_FOUND', 'No such service')
  return service
}
