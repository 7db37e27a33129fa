import { MongoBulkWriteError } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { duplicateKeyCode } from '../database/faults.ts'
import type { Deps } from '../deps.ts'
import { findPresentDomains } from '../domains/find-domain.ts'
import { orderDomainSweep } from '../messages/order-sweep.ts'
import { type AddressDoc, addressModel } from './address-model.ts'
import { newAddress } from './new-address.ts'
import { firstMailOwner, type Recipient } from './resolve-recipient.ts'

/**
 * Makes the addresses that a first mail brings into being, on public domains, and `postmaster` on every one; two mails at once make one.
 * @returns ids by full address; an address is missing where its domain was removed meanwhile, and goes with that domain's sweep
 */
export async function provideAddresses(deps: Deps, recipients: Recipient[]): Promise<Map<string, string>> {
  const wanted = new Map(recipients.map((recipient) => [recipient.fullAddress, recipient]))
  if (wanted.size === 0) return new Map()

  const collection = addressModel.in(deps.db)
  const upserts = [...wanted.values()].map(({ fullAddress, domain, localPart, isLive }) => ({
    updateOne: {
      filter: { fullAddress },
      update: {
        $setOnInsert: newAddress(deps, {
          id: deps.newId(),
          domain,
          localPart,
          owner: firstMailOwner({ localPart }),
          isLive,
        }),
      },
      upsert: true,
    },
  }))
  try {
    await collection.bulkWrite(upserts, { ordered: false })
  } catch (error) {
    // Somebody else made it between our look and our write: then it is there.
    if (!(error instanceof MongoBulkWriteError) || !onlyDuplicates(error)) throw error
  }
  const made = await collection
    .find(
      { fullAddress: { $in: [...wanted.keys()] } },
      { projection: { fullAddress: 1, domainId: 1 }, maxTimeMS: readBudgetMs },
    )
    .toArray()
  const domainIds = new Set([...wanted.values()].map(({ domain }) => domain._id))
  const present = await findPresentDomains(deps, [...domainIds])
  // The sweep that the removal ordered may have ended before the upsert.
  for (const domainId of domainIds.difference(present)) await orderDomainSweep(deps, domainId)
  // An address that a removed domain of the same name has left would go with that domain's sweep, and the mail with it.
  const isReceiving = ({ fullAddress, domainId }: Pick<AddressDoc, 'fullAddress' | 'domainId'>) =>
    present.has(domainId) && wanted.get(fullAddress)?.domain._id === domainId
  return new Map(made.filter(isReceiving).map((address) => [address.fullAddress, address._id]))
}

function onlyDuplicates(error: MongoBulkWriteError): boolean {
  const faults = [error.writeErrors].flat()
  return faults.length > 0 && faults.every((fault) => fault.code === duplicateKeyCode)
}
