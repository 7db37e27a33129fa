import { AppError } from '@inlet/contract'
import type { UserCaller } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { findUsers } from '../people/find-users.ts'
import { accountIssuer } from './account-issuer.ts'
import { accountModel } from './account-model.ts'
import { removeLoginsOfAccount } from './oidc-records.ts'

/**
 * Ends every login of the caller at the embedded provider, with an audit entry: their tokens are refused within a second, and each browser has
 * to log in again. Tokens that were issued without a login go on. @throws NOT_FOUND where the caller logs in at another provider
 */
export async function endLogins(deps: Deps, caller: UserCaller): Promise<void> {
  const user = (await findUsers(deps, [caller.userId])).get(caller.userId)
  if (user?.iss !== accountIssuer) throw noLogins()
  const { sub: id, email } = user
  // A request in progress may write a record after the removal: this time makes it a login from before. The removal ends what is stored.
  const nextSecond = new Date((Math.floor(deps.clock.now().getTime() / 1000) + 1) * 1000)
  await inTransaction(deps.db, async (tx) => {
    const change = { $max: { loginsValidFrom: nextSecond } }
    const { matchedCount } = await accountModel.in(deps.db).updateOne({ _id: id }, change, { session: tx })
    if (matchedCount === 0) throw noLogins()
    const target = { kind: 'account', id, name: email } as const
    await recordAudit(deps, tx, { caller, serviceId: null, action: 'account.logins_ended', target })
  })
  await removeLoginsOfAccount(deps, id)
}

const noLogins = () => new AppError('NOT_FOUND', 'There are no logins of yours at this server')
