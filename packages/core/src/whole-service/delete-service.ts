import { AppError, type DeleteServiceInput } from '@inlet/contract'
import { assertMay, type Person } from '../access/caller.ts'
import { deleteAddressesOfService } from '../addresses/delete-addresses.ts'
import { countAddresses } from '../addresses/find-address.ts'
import { deleteApiKeysOfService } from '../api-keys/manage-api-keys.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { deleteDomainsOfService } from '../domains/store-domain.ts'
import { deleteMembersOfService } from '../people/memberships.ts'
import { findService, lockService } from '../services/find-services.ts'
import { replaceLogo } from '../services/logos.ts'
import { removeService } from '../services/manage-services.ts'
import type { ServiceDoc } from '../services/service-model.ts'
import { assertNoSubscription } from '../services/service-payment.ts'
import { enqueueServiceSweep } from '../sweep-orders/enqueue-sweep.ts'
import { deleteWebhooksOfService } from '../webhooks/manage-webhooks.ts'

/** 10,000 addresses are deleted when the call returns; those of a larger service within the next minutes, by the sweep. */
const stepsAtOnce = 20

/** A service, and how many addresses are deleted with it. */
export interface ServiceDeletion {
  id: string
  name: string
  addressCount: number
}

/** What `deleteService` would delete now. A user needs the role owner. @throws NOT_FOUND; FORBIDDEN `insufficient_role` */
export async function previewServiceDeletion(deps: Deps, caller: Person, id: string): Promise<ServiceDeletion> {
  return await deletionOf(deps, await findDeletable(deps, caller, id))
}

/**
 * Deletes a service with everything that it owns. What gives access is deleted in one transaction: no process accepts mail, keys, users,
 * visitors or webhook calls for it after a second. Its addresses, messages, deliveries and events are deleted by the sweep, in steps that any
 * process can go on with; the audit log says how far it is. A user needs the role owner.
 * @throws NOT_FOUND, also to the second of two simultaneous callers; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `confirmation_mismatch`
 * where `confirm` is not its name; CONFLICT `subscription_active` where it is paid for
 */
export async function deleteService(
  deps: Deps,
  caller: Person,
  { id, confirm }: DeleteServiceInput,
): Promise<ServiceDeletion> {
  const service = await findDeletable(deps, caller, id)
  if (confirm.trim() !== service.name) throw AppError.of('confirmation_mismatch')

  const deletion = await deletionOf(deps, service)
  await inTransaction(deps.db, async (tx) => {
    // Nobody changes what belongs to it until the transaction ends.
    assertNoSubscription(await lockService(deps, tx, id))
    const domainIds = await deleteDomainsOfService(deps, tx, id)
    const webhookIds = await deleteWebhooksOfService(deps, tx, id)
    const apiKeys = await deleteApiKeysOfService(deps, tx, id)
    const members = await deleteMembersOfService(deps, tx, id)
    await replaceLogo(deps, tx, { serviceId: id, logo: null })
    await removeService(deps, tx, id)
    await enqueueServiceSweep(deps, tx, { serviceId: id, domainIds, webhookIds })
    const target = { kind: 'service', id, name: service.name } as const
    const counts = [
      `domains: ${domainIds.length}`,
      `addresses: ${deletion.addressCount}`,
      `API keys: ${apiKeys}`,
      `members: ${members}`,
      `webhooks: ${webhookIds.length}`,
    ]
    await recordAudit(deps, tx, { caller, serviceId: id, action: 'service.deleted', target, note: counts.join(', ') })
  })
  for (let step = 0; step < stepsAtOnce; step += 1) if (await deleteAddressesOfService(deps, id)) break
  return deletion
}

async function findDeletable(deps: Deps, caller: Person, id: string): Promise<ServiceDoc> {
  assertMay(caller, id, 'owner')
  const service = await findService(deps, id)
  if (!service) throw new AppError('NOT_FOUND', 'No such service')
  return service
}

async function deletionOf(deps: Deps, { _id: id, name }: ServiceDoc): Promise<ServiceDeletion> {
  return { id, name, addressCount: await countAddresses(deps, id) }
}
