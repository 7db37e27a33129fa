import { MongoBulkWriteError } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { addressModel } from './address-model.ts'
import { newAddress } from './new-address.ts'
import { firstMailOwner, type Recipient } from './resolve-recipient.ts'

const duplicateKeyCode = 11000

/**
 * Makes the addresses that a first mail brings into being, on public domains, and `postmaster` on every one; two mails at once make one.
 * @returns ids by full address
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
    .find({ fullAddress: { $in: [...wanted.keys()] } }, { projection: { fullAddress: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(made.map((address) => [address.fullAddress, address._id]))
}

function onlyDuplicates(error: MongoBulkWriteError): boolean {
  const faults = [error.writeErrors].flat()
  return faults.length > 0 && faults.every((fault) => fault.code === duplicateKeyCode)
}
