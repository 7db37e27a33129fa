import { foldEmail } from '@inlet/contract'
import { z } from 'zod'

/** Who a token speaks of. `sub` is unique for its `iss` only; `email` is folded. */
export interface Identity {
  iss: string
  sub: string
  email: string | null
  isEmailVerified: boolean
  name: string | null
}

const text = z.string().catch('')
// Some providers write the claim as a text.
const truth = z.union([z.literal(true), z.literal('true')]).transform(() => true)

/** What is known of a person besides `iss` and `sub`: claims of an access token or of the userinfo endpoint (OIDC Core §5.1). */
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

const idTokenMarks = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events']
const accessTokenMarks = ['scope', 'scp', 'client_id', 'cid']

/**
 * Whether a token that was signed for us is an access token, and no ID token or logout token of the same issuer.
 *
 * RFC 9068 says so in the header's `typ`. Where an issuer writes `JWT` there, or nothing, what the payload calls itself decides; where it
 * does not either, it needs a mark that access tokens have (a scope, a client) and none that ID tokens have. `azp` is no such mark: ID
 * tokens that one client of an issuer gets for another have it too (OIDC Core §2).
 */
export function isAccessToken(typ: string | undefined, payload: Record<string, unknown>): boolean {
  const kind = typ?.toLowerCase().replace(/^application\//, '')
  if (kind === 'at+jwt') return true
  if (kind !== undefined && kind !== 'jwt') return false

  // Keycloak writes `typ`, Cognito `token_use`; neither is in any standard, both are plain. Before the marks, since Keycloak up to 23
  // writes the login's `nonce` into access tokens.
  const { typ: named, token_use: use } = payload
  if (named !== undefined || use !== undefined) {
    return (named === undefined || named === 'Bearer') && (use === undefined || use === 'access')
  }
  if (idTokenMarks.some((claim) => claim in payload)) return false
  return accessTokenMarks.some((claim) => claim in payload)
}
