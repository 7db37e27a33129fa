import { AppError } from '@inlet/contract'
import { MongoBulkWriteError } from 'mongodb'
import { addressModel } from '../addresses/address-model.ts'
import { auditEntryModel } from '../audit-log/audit-entry-model.ts'
import { usageDayId, usageDayModel } from '../billing/usage-day-model.ts'
import { hasOnlyDuplicates } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { findPresentDomains } from '../domains/find-domains.ts'
import { reversedHost } from '../domains/wildcards.ts'
import { enqueueDomainSweep, enqueueWildcardSweep } from '../sweep-orders/enqueue-sweep.ts'
import type { AddressRecord, AuditRecord, UsageRecord } from './export-records.ts'
import { findHeldUnderWildcards } from './import-conflicts.ts'

/** Stores days of usage; those that an earlier run has stored stay as they are. @throws CONFLICT */
export async function importUsage(deps: Deps, serviceId: string, records: UsageRecord[]): Promise<void> {
  const upserts = records.map((record) => ({
    updateOne: {
      filter: { _id: usageDayId(serviceId, record.day), serviceId },
      update: { $setOnInsert: record },
      upsert: true,
    },
  }))
  await once(() => usageDayModel.in(deps.db).bulkWrite(upserts, { ordered: false }))
}

/** Stores entries of the audit log; those that are there stay as they are. @throws CONFLICT */
export async function importAuditLog(deps: Deps, serviceId: string, records: AuditRecord[]): Promise<void> {
  const upserts = records.map(({ id, ...entry }) => ({
    updateOne: { filter: { _id: id, serviceId }, update: { $setOnInsert: entry }, upsert: true },
  }))
  await once(() => auditEntryModel.in(deps.db).bulkWrite(upserts, { ordered: false }))
}

/** An address with its host, and the name of its domain where that is a wildcard. */
export interface ImportedAddress extends AddressRecord {
  hostname: string
  wildcard?: string
}

/**
 * Stores addresses; those that an earlier run has stored stay as they are. Those of a domain that was removed meanwhile, or that another
 * service has taken over, and those at hosts that another service has proven meanwhile, are left to the sweep. @throws CONFLICT
 */
export async function importAddresses(deps: Deps, serviceId: string, records: ImportedAddress[]): Promise<void> {
  const upserts = records.map(({ id, sessionHash, idleUntil, clearedBefore, wildcard, ...address }) => ({
    updateOne: {
      filter: { _id: id, serviceId, fullAddress: address.fullAddress },
      update: {
        $setOnInsert: {
          ...address,
          ...(wildcard !== undefined && { reversedHost: reversedHost(address.hostname) }),
          ...(sessionHash !== null && { sessionHash }),
          ...(idleUntil !== null && { unusedUntil: idleUntil }),
          ...(clearedBefore !== null && { clearedBefore }),
          isImported: true as const,
        },
      },
      upsert: true,
    },
  }))
  await once(() => addressModel.in(deps.db).bulkWrite(upserts, { ordered: false }))
  const domainIds = new Set(records.map(({ domainId }) => domainId))
  const present = await findPresentDomains(deps, [...domainIds])
  // The sweep that was ordered with the removal may have ended before the upsert.
  for (const domainId of domainIds.difference(present)) await enqueueDomainSweep(deps, domainId)
  const held = await findHeldUnderWildcards(deps, serviceId, records)
  const parts = new Map(
    records.flatMap(({ id, domainId }) => {
      const name = held.get(id)
      return name === undefined ? [] : [[`${domainId} ${name}`, { wildcardId: domainId, name }]]
    }),
  )
  for (const part of parts.values()) await enqueueWildcardSweep(deps, part)
}

/** A duplicate key means that the id, or the name of the address, belongs to another record: the service's own are matched by the filter. */
async function once(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError && hasOnlyDuplicates(error))) throw error
    throw new AppError(
      'CONFLICT',
      'Another record of this installation now has an id or an address of the export: run the import again',
    )
  }
}
