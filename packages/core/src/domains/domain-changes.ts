import type { DomainChange } from '@inlet/contract'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Inserted, Updated } from '../feed-events/change.ts'
import { type DomainDoc, domainModel } from './domain-model.ts'

const fields = ['serviceId', 'hostname', 'state', 'publicInbox', 'createdAt', 'verifiedAt'] as const

type NewDomain = Pick<DomainDoc, (typeof fields)[number]>

/** A new domain, or one whose records were looked up, or whose state or web inbox changed. */
export type ChangedDomain = Inserted<'domains.insert', NewDomain> | Updated<'domains.update'>

const updated = 'updateDescription.updatedFields'

/** The changes of domains that live feeds report, and which fields of a new one. When it is looked up next is not shown anywhere. */
export const watchedDomains = {
  fields: [...fields],
  filters: [
    { 'ns.coll': domainModel.name, operationType: 'insert', 'fullDocument.isImported': { $ne: true } },
    {
      'ns.coll': domainModel.name,
      operationType: 'update',
      $or: ['state', 'check', 'publicInbox'].map((field) => ({ [`${updated}.${field}`]: { $exists: true } })),
    },
  ],
}

/** The shape of a new domain in a feed: nobody has looked at its records yet. */
export const toNewDomainItem = (_id: string, domain: NewDomain): DomainChange => toItem({ ...domain, _id, check: null })

/** The domains of these ids that are still stored, in the shape that feeds have, and with their service, by id. */
export async function findDomainItems(
  deps: Deps,
  ids: readonly string[],
): Promise<Map<string, { serviceId: string; item: DomainChange }>> {
  if (ids.length === 0) return new Map()
  const projection = { ...Object.fromEntries(fields.map((field) => [field, 1])), 'check.at': 1 }
  const found = await domainModel
    .in(deps.db)
    .find<ShownDomain>({ _id: { $in: ids } }, { projection, maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((domain) => [domain._id, { serviceId: domain.serviceId, item: toItem(domain) }]))
}

type ShownDomain = NewDomain & { _id: string; check: { at: Date } | null }

const toItem = ({ _id, serviceId, hostname, state, publicInbox, createdAt, verifiedAt, check }: ShownDomain) => ({
  id: _id,
  serviceId,
  hostname,
  state,
  publicInbox,
  createdAt: createdAt.toISOString(),
  verifiedAt: verifiedAt?.toISOString() ?? null,
  checkedAt: check?.at.toISOString() ?? null,
})
