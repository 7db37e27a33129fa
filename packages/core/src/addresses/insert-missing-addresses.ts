import { MongoBulkWriteError } from 'mongodb'
import { tally } from '../billing/usage-tally.ts'
import { readBudgetMs } from '../database/connect.ts'
import { hasOnlyDuplicates } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { findPresentDomains } from '../domains/find-domains.ts'
import { findService } from '../services/find-services.ts'
import { enqueueDomainSweep } from '../sweep-orders/enqueue-sweep.ts'
import { type AddressDoc, addressModel } from './address-model.ts'
import { type AddressLimits, addressLimits, endReservation, reserveAddresses } from './address-quota.ts'
import { isMadeBeyondPlan, newAddress } from './new-address.ts'
import type { Recipient } from './resolve-recipient.ts'

/** The ids of addresses by full address, and those that are not made because the plan of their service has no room. */
export interface InsertedAddresses {
  ids: Map<string, string>
  deferred: ReadonlySet<string>
}

/**
 * Inserts the addresses that their first mail creates: any on public domains, and `postmaster` on every domain. Simultaneous first mails
 * create one address.
 * @returns an address whose domain was removed meanwhile is in neither part, and is removed by that domain's sweep
 */
export async function insertMissingAddresses(deps: Deps, recipients: Recipient[]): Promise<InsertedAddresses> {
  const wanted = new Map(recipients.map((recipient) => [recipient.fullAddress, recipient]))
  if (wanted.size === 0) return { ids: new Map(), deferred: new Set() }

  const uncounted = [...wanted.values()].filter(({ isCounted }) => !isCounted)
  await insertAll(
    deps,
    uncounted.map((recipient) => toInsert(deps, recipient)),
  )
  const counted = [...wanted.values()].filter(({ isCounted }) => isCounted)
  const deferred = new Set<string>()
  for (const [serviceId, ofService] of Map.groupBy(counted, ({ domain }) => domain.serviceId)) {
    for (const { fullAddress } of await insertWithinQuota(deps, serviceId, ofService)) deferred.add(fullAddress)
  }
  const collection = addressModel.in(deps.db)
  const found = await collection
    .find(
      { fullAddress: { $in: [...wanted.keys()] } },
      { projection: { fullAddress: 1, domainId: 1 }, maxTimeMS: readBudgetMs },
    )
    .toArray()
  const domainIds = new Set([...wanted.values()].map(({ domain }) => domain._id))
  const present = await findPresentDomains(deps, [...domainIds])
  // The sweep that the domain's removal ordered may have ended before the upsert.
  for (const domainId of domainIds.difference(present)) await enqueueDomainSweep(deps, domainId)
  // An address left over from a removed domain of the same name will be swept, with every mail in it.
  const isReceiving = ({ fullAddress, domainId }: Pick<AddressDoc, 'fullAddress' | 'domainId'>) =>
    present.has(domainId) && wanted.get(fullAddress)?.domain._id === domainId
  return { ids: new Map(found.filter(isReceiving).map((address) => [address.fullAddress, address._id])), deferred }
}

function toInsert(deps: Deps, { domain, hostname, localPart, isLive }: Recipient): AddressDoc {
  return newAddress(deps, { id: deps.newId(), domain, hostname, localPart, owner: 'none', isLive })
}

/** Inserts those that are not there. @returns how many it inserted */
async function insertAll(deps: Deps, addresses: AddressDoc[]): Promise<number> {
  if (addresses.length === 0) return 0
  let made: number[] = []
  try {
    const upserts = addresses.map((address) => ({
      updateOne: {
        filter: { fullAddress: address.fullAddress },
        update: { $setOnInsert: address },
        upsert: true,
      },
    }))
    made = Object.keys((await addressModel.in(deps.db).bulkWrite(upserts, { ordered: false })).upsertedIds).map(Number)
  } catch (error) {
    // A duplicate key means that another process inserted the address between the upsert's read and its write.
    if (!(error instanceof MongoBulkWriteError && hasOnlyDuplicates(error))) throw error
    made = Object.keys(error.upsertedIds).map(Number)
  }
  for (const { serviceId, isLive } of addresses.filter((_, index) => made.includes(index))) {
    tally(deps, { serviceId, field: 'addressesCreated', isLive })
  }
  return made.length
}

const withoutLimits: AddressLimits = { all: Number.POSITIVE_INFINITY, byVisitors: Number.POSITIVE_INFINITY }

/** Inserts as many as the plan has room for, and those that are made beyond it. @returns the others */
async function insertWithinQuota(deps: Deps, serviceId: string, recipients: Recipient[]): Promise<Recipient[]> {
  const service = await findService(deps, serviceId)
  if (!service) return []
  const limits = addressLimits(deps, service) ?? withoutLimits
  const missing = await missingAmong(deps, recipients)
  const unlimited = missing.filter(isMadeBeyondPlan)
  await insertReserved(deps, { serviceId, limits: withoutLimits, recipients: unlimited })
  const limited = missing.filter((recipient) => !isMadeBeyondPlan(recipient))
  return await insertReserved(deps, { serviceId, limits, recipients: limited })
}

async function missingAmong(deps: Deps, recipients: Recipient[]): Promise<Recipient[]> {
  const names = recipients.map(({ fullAddress }) => fullAddress)
  const found = await addressModel
    .in(deps.db)
    .find({ fullAddress: { $in: names } }, { projection: { fullAddress: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  const present = new Set(found.map(({ fullAddress }) => fullAddress))
  return recipients.filter(({ fullAddress }) => !present.has(fullAddress))
}

interface LimitedRecipients {
  serviceId: string
  limits: AddressLimits
  recipients: Recipient[]
}

/** @returns those that the limits have no room for */
async function insertReserved(deps: Deps, { serviceId, limits, recipients }: LimitedRecipients): Promise<Recipient[]> {
  const addresses = recipients.map((recipient) => toInsert(deps, recipient))
  const wanted = { serviceId, ids: addresses.map(({ _id }) => _id), isByVisitor: true }
  const { count } = await reserveAddresses(deps, { ...wanted, limits })
  const made = await insertAll(deps, addresses.slice(0, count))
  await endReservation(deps, { ...wanted, ids: wanted.ids.slice(0, count), unused: count - made })
  return recipients.slice(count)
}
