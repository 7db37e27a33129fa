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
 * RFC 9068 says so in the header's `typ`. Issuers that write `JWT` there, or nothing, are believed when the payload has a mark that
 * access tokens have (a scope, a client, an authorised party other than the audience) and none that ID tokens have.
 */
export function isAccessToken(typ: string | undefined, payload: Record<string, unknown>): boolean {
  const kind = typ?.toLowerCase().replace(/^application\//, '')
  if (kind === 'at+jwt') return true
  if (kind !== undefined && kind !== 'jwt') return false
  if (idTokenMarks.some((claim) => claim in payload)) return false

  // Keycloak writes `typ`, Cognito `token_use`; neither is in any standard, both are plain.
  const named = payload.typ ?? payload.token_use
  if (named !== undefined) return named === 'Bearer' || named === 'access'
  return accessTokenMarks.some((claim) => claim in payload) || isForAnotherParty(payload)
}

function isForAnotherParty({ azp, aud }: Record<string, unknown>): boolean {
  return typeof azp === 'string' && ![aud].flat().includes(azp)
}
