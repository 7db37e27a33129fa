import { MongoBulkWriteError } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { hasOnlyDuplicates } from '../database/faults.ts'
import type { Deps } from '../deps.ts'
import { findPresentDomains } from '../domains/find-domains.ts'
import { enqueueDomainSweep } from '../messages/enqueue-sweep.ts'
import { tally } from '../usage/usage-tally.ts'
import { type AddressDoc, addressModel } from './address-model.ts'
import { firstMailOwner, newAddress } from './new-address.ts'
import type { Recipient } from './resolve-recipient.ts'

/**
 * Inserts the addresses that their first mail creates: any on public domains, and `postmaster` on every domain. Simultaneous first mails
 * create one address.
 * @returns ids by full address; an address whose domain was removed meanwhile is missing, and is removed by that domain's sweep
 */
export async function insertMissingAddresses(deps: Deps, recipients: Recipient[]): Promise<Map<string, string>> {
  const wanted = new Map(recipients.map((recipient) => [recipient.fullAddress, recipient]))
  if (wanted.size === 0) return new Map()

  const collection = addressModel.in(deps.db)
  const upserts = [...wanted.values()].map(({ fullAddress, domain, localPart, isLive }) => {
    const address = newAddress(deps, { id: deps.newId(), domain, localPart, owner: firstMailOwner(localPart), isLive })
    return { updateOne: { filter: { fullAddress }, update: { $setOnInsert: address }, upsert: true } }
  })
  let made: number[] = []
  try {
    const { upsertedIds } = await collection.bulkWrite(upserts, { ordered: false })
    made = Object.keys(upsertedIds).map(Number)
  } catch (error) {
    // A duplicate key means that another process inserted the address between the upsert's read and its write.
    if (!(error instanceof MongoBulkWriteError && hasOnlyDuplicates(error))) throw error
    made = Object.keys(error.upsertedIds).map(Number)
  }
  for (const { domain, isLive } of [...wanted.values()].filter((_, index) => made.includes(index))) {
    tally(deps, { serviceId: domain.serviceId, field: 'addressesCreated', isLive })
  }
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
  return new Map(found.filter(isReceiving).map((address) => [address.fullAddress, address._id]))
}
