import { AppError, foldEmail } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { OperatorCaller } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { type AccountDoc, accountModel } from './account-model.ts'
import { putTokenGrant } from './oidc-records.ts'

/** `grantId` will be the token's `sid`; `lifetimeSeconds` is the token's. */
interface TokenRequest {
  email: string
  grantId: string
  lifetimeSeconds: number
}

/**
 * Stores the grant of an access token that the operator issues for an account, by e-mail address in any spelling, with an audit entry.
 * It ends as the account's other grants do. @throws NOT_FOUND; UNPROCESSABLE_CONTENT `account_disabled`
 */
export async function grantToken(
  deps: Deps,
  caller: OperatorCaller,
  { email, grantId, lifetimeSeconds }: TokenRequest,
): Promise<AccountDoc> {
  return await inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(deps, tx, email)
    if (account.disabledAt !== null) throw isDisabled()

    const { _id: accountId } = account
    await putTokenGrant(deps, { id: grantId, accountId, tokenSeconds: lifetimeSeconds }, tx)
    const target = { kind: 'account', id: accountId, name: account.email } as const
    const note = `good for ${lifetimeSeconds} s`
    await recordAudit(deps, tx, { caller, serviceId: null, action: 'account.token_issued', target, note })
    return account
  })
}

/** Makes a simultaneous change of the account conflict with this transaction, so that one of the two is retried. */
async function lockAccount(deps: Deps, tx: ClientSession, email: string): Promise<AccountDoc> {
  const folded = foldEmail(email.trim())
  const account =
    folded &&
    (await accountModel
      .in(deps.db)
      .findOneAndUpdate({ email: folded }, { $inc: { revision: 1 } }, { session: tx, returnDocument: 'after' }))
  if (!account) throw new AppError('NOT_FOUND', 'No such account')
  return account
}

const isDisabled = () => AppError.of('account_disabled')
