import { randomUUID } from 'node:crypto'
import { AppError } from '@inlet/contract'
import { type AccountDoc, type Deps, grantToken, type OperatorCaller, putTokenGrant } from '@inlet/core'
import { decodeJwt, importJWK, SignJWT } from 'jose'
import { issuerAt } from './issuer-at.ts'
import { tokenSecond } from './login-second.ts'
import { activeAccount, claimsOf, type ProviderSettings } from './provider-configuration.ts'
import { longestTokenSeconds, type SigningKeys, signingAlgorithm, signingKeys } from './signing-keys.ts'

interface IssuerParts {
  deps: Deps
  settings: ProviderSettings
  keys: SigningKeys
}

/**
 * Signs an access token (RFC 9068) like those of a login. Since there is no login, it has a grant of its own, which ends with the account's
 * other grants when the password changes. @throws NOT_FOUND where the account is missing or disabled
 */
export async function issueAccessToken(
  parts: IssuerParts,
  accountId: string,
  lifetimeSeconds: number,
): Promise<string> {
  const { deps, settings, keys } = parts
  const account = await activeAccount(deps, accountId)
  if (!account) throw new AppError('NOT_FOUND', 'No such account')

  const seconds = Math.min(lifetimeSeconds, longestTokenSeconds)
  const sid = randomUUID()
  await putTokenGrant(deps, { id: sid, accountId, tokenSeconds: seconds })
  return await sign({ deps, settings, keys }, account, { sid, seconds })
}

/** Whose token, its lifetime (at most 24 h), and for which API. */
interface OperatorTokenOptions {
  email: string
  lifetimeSeconds: number
  publicUrl: string
  audience: string
  clientId: string
}

/** A token and when it ends. */
export interface OperatorToken {
  token: string
  expiresAt: string
  account: Pick<AccountDoc, '_id' | 'email'>
}

/**
 * Issues such a token for the operator, with an entry in the audit log.
 * @throws NOT_FOUND where there is no account with this address; UNPROCESSABLE_CONTENT `account_disabled`
 */
export async function issueOperatorToken(
  deps: Deps,
  caller: OperatorCaller,
  options: OperatorTokenOptions,
): Promise<OperatorToken> {
  const { email, publicUrl, audience, clientId } = options
  const settings = { issuer: issuerAt(publicUrl), audience, clientId, redirectUris: [] }
  const seconds = Math.min(options.lifetimeSeconds, longestTokenSeconds)
  const sid = randomUUID()
  const account = await grantToken(deps, caller, { email, grantId: sid, lifetimeSeconds: seconds })
  const token = await sign({ deps, settings, keys: signingKeys(deps) }, account, { sid, seconds })
  const { exp = 0 } = decodeJwt(token)
  return { token, expiresAt: new Date(exp * 1000).toISOString(), account }
}

async function sign(
  { deps, settings, keys }: IssuerParts,
  account: AccountDoc,
  { sid, seconds }: { sid: string; seconds: number },
): Promise<string> {
  const [jwk] = (await keys.current()).privateJwks
  const issuedAt = tokenSecond(account, deps.clock.now())
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
