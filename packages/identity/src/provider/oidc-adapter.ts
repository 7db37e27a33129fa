import {
  consumeOidcRecord,
  type Deps,
  databaseFault,
  findOidcRecord,
  findOidcRecordByUid,
  type OidcRecord,
  putOidcRecord,
  removeOidcFamily,
  removeOidcRecord,
  removeOidcRecordsOfGrant,
} from '@inlet/core'
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider'

// For kinds without an end of their own, of which we have none: nothing is kept for ever.
const longestSeconds = 30 * 24 * 3600

/** Keeps what the embedded provider remembers in the database, one adapter for each kind of record. */
export function oidcAdapter(deps: Deps, kind: string): Adapter {
  return {
    upsert(id, payload, expiresIn) {
      // The id of some kinds is a bearer's secret; it is put back where one is read by it.
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
    // Only the device flow looks for one of these, and it is off.
    findByUserCode: () => Promise.resolve(undefined),
    async consume(id) {
      // Two who come at the same moment both found it unused; the database decides who was first.
      if (await orUnavailable(consumeOidcRecord(deps, { kind, id }))) return
      // One of the two may be a thief, perhaps the first: as with a later use, nobody keeps anything (RFC 9700 §4.14.2).
      await orUnavailable(removeOidcFamily(deps, { kind, id }))
      throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => orUnavailable(removeOidcRecord(deps, { kind, id })),
    revokeByGrantId: (grantId) => orUnavailable(removeOidcRecordsOfGrant(deps, kind, grantId)),
  }
}

/** Says 503 with a time to retry where the database is away, as the rest of the program does. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const fault = databaseFault(error)
    if (!fault) throw error
    Provider.ctx?.set('retry-after', String(fault.facts.retryAfterSeconds ?? 1))
    const unavailable = new errors.OIDCProviderError(503, 'temporarily_unavailable', { cause: error })
    unavailable.expose = true
    throw unavailable
  }
}

function toPayload({ payload, consumedAt }: OidcRecord): AdapterPayload {
  const kept: AdapterPayload = JSON.parse(payload)
  return consumedAt ? { ...kept, consumed: Math.floor(consumedAt.getTime() / 1000) } : kept
}
