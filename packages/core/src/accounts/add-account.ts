import type { Member, Role } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { OperatorCaller } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { addInvitation } from '../members/add-invitation.ts'
import type { AccountDoc } from './account-model.ts'
import { insertAccount, type NewAccount } from './create-account.ts'

/** A new account, and the role that it is to have in a service. */
type AccountWish = NewAccount & { invitation: { serviceId: string; role: Role } | null }

/** The account that was made, and the role that awaits it in the service; `isNew` is false for one that its address had before. */
interface AddedAccount {
  account: AccountDoc
  invitation: { role: Member['role']; isNew: boolean } | null
}

/**
 * Makes an account at the operator's word, with its role and what the audit log says of both, or nothing at all. An address that is a
 * member already, or invited, keeps the role it has.
 * @throws BAD_REQUEST `invalid_email`; CONFLICT `email_taken`; NOT_FOUND for a service that is not there
 */
export function createAccount(
  deps: Deps,
  caller: OperatorCaller,
  { invitation, ...wish }: AccountWish,
): Promise<AddedAccount> {
  return inTransaction(deps.db, async (tx) => {
    const account = await insertAccount(deps, wish, tx)
    const { _id: id, email } = account
    const target = { kind: 'account', id, name: email } as const
    await recordAudit(deps, tx, { caller, serviceId: null, action: 'account.created', target })
    if (!invitation) return { account, invitation: null }

    const { member, isNew } = await addInvitation(deps, tx, { ...invitation, caller, email })
    return { account, invitation: { role: member.role, isNew } }
  })
}
