import { daySeconds } from '@inlet/contract'
import {
  consumeOidcRecord,
  type Deps,
  databaseError,
  findOidcRecord,
  findOidcRecordByUid,
  type OidcRecord,
  putOidcRecord,
  removeOidcFamily,
  removeOidcRecord,
  removeOidcRecordsOfGrant,
} from '@inlet/core'
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider'

// For records without an expiry, which do not occur here, so that nothing is kept for ever.
const longestSeconds = 30 * daySeconds

/** Stores the records of the embedded provider in the database; one adapter for each kind of record. */
export function oidcAdapter(deps: Deps, kind: string): Adapter {
  return {
    upsert(id, payload, expiresIn) {
      // The id of some kinds is a bearer secret: it is not stored, and added again when a record is read by it.
      const { jti: _, ...kept } = payload
      return orUnavailable(
        putOidcRecord(deps, {
          kind,
          id,
          payload: JSON.stringify(kept),
          uid: payload.uid,
          grantId: payload.grantId,
          accountId: payload.accountId,
          lifetimeSeconds: expiresIn ?? longestSeconds,
        }),
      )
    },
    async find(id) {
      const found = await orUnavailable(findOidcRecord(deps, { kind, id }))
      return found ? { ...toPayload(found), jti: id } : undefined
    },
    async findByUid(uid) {
      const found = await orUnavailable(findOidcRecordByUid(deps, kind, uid))
      return found ? toPayload(found) : undefined
    },
    // For the device flow only, which is off.
    findByUserCode: () => Promise.resolve(undefined),
    async consume(id) {
      // Of two simultaneous requests both found it unused; the database decides which was first.
      if (await orUnavailable(consumeOidcRecord(deps, { kind, id }))) return
      // One of the two may be an attacker, perhaps the first: as with a later reuse, the whole login ends (RFC 9700 §4.14.2).
      await orUnavailable(removeOidcFamily(deps, { kind, id }))
      throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => orUnavailable(removeOidcRecord(deps, { kind, id })),
    revokeByGrantId: (grantId) => orUnavailable(removeOidcRecordsOfGrant(deps, kind, grantId)),
  }
}

/** Turns a database error into 503 with `Retry-After`, as in the rest of the program. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const known = databaseError(error)
    if (!known) throw error
    Provider.ctx?.set('retry-after', String(known.facts.retryAfterSeconds ?? 1))
    const unavailable = new errors.OIDCProviderError(503, 'temporarily_unavailable', { cause: error })
    unavailable.expose = true
    throw unavailable
  }
}

function toPayload({ payload, consumedAt }: OidcRecord): AdapterPayload {
  const kept: AdapterPayload = JSON.parse(payload)
  return consumedAt ? { ...kept, consumed: Math.floor(consumedAt.getTime() / 1000) } : kept
}
