import { AppError, foldDomainName, type RemoveDomainInput } from '@inlet/contract'
import { type Person, permitted } from '../access/caller.ts'
import { countAddressesOfDomain, deleteAddressesOfDomain } from '../addresses/delete-addresses.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { findDomain } from '../domains/find-domains.ts'
import { deleteDomain } from '../domains/store-domain.ts'
import { enqueueDomainSweep } from '../sweep-orders/enqueue-sweep.ts'

/** 10,000 addresses are deleted when the call returns; those of a larger domain within the next minutes, by the sweep. */
const stepsAtOnce = 20

/** A domain, and how many addresses are deleted with it. */
export interface DomainRemoval {
  id: string
  hostname: string
  addressCount: number
}

/** What `removeDomain` would remove now. A user needs the role admin. @throws NOT_FOUND; FORBIDDEN `insufficient_role` */
export async function previewDomainRemoval(deps: Deps, caller: Person, id: string): Promise<DomainRemoval> {
  return await removalOf(deps, await findRemovable(deps, caller, id))
}

/**
 * Removes a domain with its addresses and all their messages: no process accepts mail for it after a second, up to 10,000 addresses are
 * deleted when this returns, and the sweep deletes the others and the stored messages. A user needs the role admin.
 * @throws NOT_FOUND, also to the second of two simultaneous callers; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `confirmation_mismatch`
 * where `confirm` is not its hostname
 */
export async function removeDomain(
  deps: Deps,
  caller: Person,
  { id, confirm }: RemoveDomainInput,
): Promise<DomainRemoval> {
  const domain = await findRemovable(deps, caller, id)
  if (foldDomainName(confirm.trim()) !== domain.hostname) throw AppError.of('confirmation_mismatch')

  const removal = await removalOf(deps, domain)
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteDomain(deps, tx, id))) throw new AppError('NOT_FOUND', 'No such domain')
    await enqueueDomainSweep(deps, id, tx)
    const target = { kind: 'domain', id, name: domain.hostname } as const
    const note = `addresses: ${removal.addressCount}`
    await recordAudit(deps, tx, { caller, serviceId: domain.serviceId, action: 'domain.removed', target, note })
  })
  await deleteAddressesAtOnce(deps, id)
  return removal
}

/** Deletes up to 10,000 addresses of a domain that is gone. The sweep that was ordered with it deletes the others. */
export async function deleteAddressesAtOnce(deps: Deps, id: string): Promise<void> {
  for (let step = 0; step < stepsAtOnce; step += 1) if (await deleteAddressesOfDomain(deps, id)) break
}

async function findRemovable(deps: Deps, caller: Person, id: string): Promise<DomainDoc> {
  return permitted(caller, await findDomain(deps, id), { role: 'admin', noun: 'domain' })
}

async function removalOf(deps: Deps, { _id: id, hostname }: DomainDoc): Promise<DomainRemoval> {
  return { id, hostname, addressCount: await countAddressesOfDomain(deps, id) }
}
