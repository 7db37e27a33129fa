import { AppError, type ChangeDomainInput, type Domain } from '@inlet/contract'
import { type Person, permitted } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { toDomain } from './dns-records.ts'
import { domainModel } from './domain-model.ts'
import { findDomain } from './find-domains.ts'

/**
 * Switches `publicInbox` of a domain; every process applies it within a second. Addresses that first mails have created stay when it is
 * switched off. `mxHost` is where mail must be sent, folded. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`
 */
export async function changeDomain(
  deps: Deps,
  caller: Person,
  { id, publicInbox, mxHost }: ChangeDomainInput & { mxHost: string },
): Promise<Domain> {
  permitted(caller, await findDomain(deps, id), { role: 'admin', noun: 'domain' })
  const domain = await inTransaction(deps.db, async (tx) => {
    const before = await domainModel
      .in(deps.db)
      .findOneAndUpdate({ _id: id }, { $set: { publicInbox } }, { session: tx, returnDocument: 'before' })
    if (!before) throw new AppError('NOT_FOUND', 'No such domain')
    if (before.publicInbox === publicInbox) return before

    const target = { kind: 'domain', id, name: before.hostname } as const
    const note = `publicInbox ${publicInbox ? 'on' : 'off'}`
    await recordAudit(deps, tx, { caller, serviceId: before.serviceId, action: 'domain.changed', target, note })
    return { ...before, publicInbox }
  })
  return toDomain(domain, mxHost)
}
