import { foldEmail } from '@inlet/contract'
import { z } from 'zod'

const text = z.string().catch('')
// Some providers send the claim as a string.
const truth = z.union([z.literal(true), z.literal('true')]).transform(() => true)

/** The profile claims of an access token or of the userinfo endpoint (OIDC Core §5.1). */
export const profileClaims = z
  .object({
    email: text,
    email_verified: truth.catch(false),
    name: text,
    preferred_username: text,
  })
  .transform((claims) => {
    const email = foldEmail(claims.email)
    const name = (claims.name || claims.preferred_username).trim().slice(0, 200)
    return { email, isEmailVerified: email !== null && claims.email_verified, name: name === '' ? null : name }
  })

const idTokenClaims = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events']
const accessTokenClaims = ['scope', 'scp', 'client_id', 'cid']

/**
 * Whether a verified token is an access token, and not an ID token or logout token of the same issuer.
 *
 * With RFC 9068 the header's `typ` decides. Where `typ` is `JWT` or absent, a type claim of the payload decides; without one, the payload
 * must have a claim that only access tokens have (a scope, a client) and none that only ID tokens have. `azp` does not count: ID tokens
 * that one client of an issuer gets for another have it too (OIDC Core §2).
 */
export function isAccessToken(typ: string | undefined, payload: Record<string, unknown>): boolean {
  const kind = typ?.toLowerCase().replace(/^application\//, '')
  if (kind === 'at+jwt') return true
  if (kind !== undefined && kind !== 'jwt') return false

  // Keycloak has `typ`, Cognito `token_use`; neither is standard, both are unambiguous. Checked before the other claims, since Keycloak
  // up to 23 writes the login's `nonce` into access tokens.
  const { typ: tokenType, token_use: use } = payload
  if (tokenType !== undefined || use !== undefined) {
    return (tokenType === undefined || tokenType === 'Bearer') && (use === undefined || use === 'access')
  }
  if (idTokenClaims.some((claim) => claim in payload)) return false
  return accessTokenClaims.some((claim) => claim in payload)
}
