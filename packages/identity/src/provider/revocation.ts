import { type AccountDoc, briefCache, type Deps, findAccount, findOidcGrant, type OidcGrant } from '@inlet/core'
import type { TokenOrigin } from '../access-tokens/jwt-verifier.ts'
import { isOutdated } from './login-second.ts'

/**
 * Makes a check whether a token of the embedded provider was revoked: its account and its grant must exist; both are cached for 0.9 s. A
 * token's `sid` names its grant, which is removed by a logout, a revocation, a second use of a code or refresh token, a new password, and
 * when the account is closed.
 */
export function revocation(deps: Deps): (token: TokenOrigin) => Promise<boolean> {
  const { clock } = deps
  const maxEntries = 10_000
  const accounts = briefCache<AccountDoc>({ clock, maxEntries, load: (id) => findAccount(deps, id) })
  const grants = briefCache<OidcGrant>({ clock, maxEntries, load: (id) => findOidcGrant(deps, id) })

  return async ({ sub, sid, loggedInAt }) => {
    if (sid === null) return true
    const [account, grant] = await Promise.all([accounts.get(sub), grants.get(sid)])
    if (account === null || account.disabledAt !== null || isOutdated(account, loggedInAt)) return true
    return grant === null || grant.accountId !== sub || grant.expiresAt <= clock.now()
  }
}
