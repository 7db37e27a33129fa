import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { removeEveryOidcRecord } from '../oidc-records/oidc-records.ts'
import { accountModel } from './account-model.ts'
import { afterLogins } from './after-logins.ts'

/** Ends every login with every account, and the tokens of all of them, inside a transaction. */
export async function endEveryLogin(deps: Deps, tx: ClientSession): Promise<void> {
  // The records alone would not do: a request that is under way writes its own again.
  const tokensValidFrom = afterLogins(deps.clock.now())
  await accountModel.in(deps.db).updateMany({}, [{ $set: { tokensValidFrom } }], { session: tx })
  await removeEveryOidcRecord(deps, tx)
}
