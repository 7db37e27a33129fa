import { randomUUID } from 'node:crypto'
import { AppError } from '@inlet/contract'
import { type Deps, grantKind, putOidcRecord } from '@inlet/core'
import { importJWK, SignJWT } from 'jose'
import { loginSecond } from './login-second.ts'
import { activeAccount, claimsOf, type ProviderSettings } from './provider-configuration.ts'
import { longestTokenSeconds, type SigningKeys, signingAlgorithm } from './signing-keys.ts'

interface IssuerParts {
  deps: Deps
  settings: ProviderSettings
  keys: SigningKeys
}

/**
 * Signs an access token (RFC 9068) like those that a login gives. No login stands behind it, so it has a grant of its own, which ends with
 * the account's others at another password. @throws NOT_FOUND where nobody can log in with this account
 */
export async function issueAccessToken(
  parts: IssuerParts,
  accountId: string,
  lifetimeSeconds: number,
): Promise<string> {
  const { deps, settings, keys } = parts
  const account = await activeAccount(deps, accountId)
  if (!account) throw new AppError('NOT_FOUND', 'No such account')

  const [jwk] = (await keys.current()).privateJwks
  const issuedAt = loginSecond(account, deps.clock.now())
  const seconds = Math.min(lifetimeSeconds, longestTokenSeconds)
  const sid = randomUUID()
  const grant = { kind: grantKind, id: sid, payload: '{}', accountId }
  // A second longer, since the token's time may begin within the next one.
  await putOidcRecord(deps, { ...grant, lifetimeSeconds: seconds + 1 })
  return new SignJWT({ client_id: settings.clientId, ...claimsOf(account), sid })
    .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: jwk.kid })
    .setIssuer(settings.issuer)
    .setSubject(account._id)
    .setAudience(settings.audience)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(await importJWK(jwk, signingAlgorithm))
}
