import { createHash } from 'node:crypto'
import type { ClientSession, Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type OidcRecordDoc, oidcRecordModel } from './oidc-record-model.ts'

/** The provider's kind of grants, whose id is the `grantId` of other records. */
const grantKind = 'Grant'

/** The payload of the grant of a token without a login. */
const tokenGrantPayload = '{}'

/** Identifies one record: its kind, and the provider's id. */
export interface OidcRecordKey {
  kind: string
  id: string
}

/** A record to write: its fields as JSON, its search keys, and its lifetime from now, in seconds. */
export interface OidcRecordInput extends OidcRecordKey {
  payload: string
  uid?: string
  grantId?: string
  accountId?: string
  accountMark?: string
  lifetimeSeconds: number
}

/** A stored record; `consumedAt` is null until it is used. */
export interface OidcRecord {
  payload: string
  consumedAt: Date | null
}

/** Inserts a record, or replaces the one with the same key; inside `tx` where one is given. */
export async function putOidcRecord(deps: Deps, record: OidcRecordInput, tx?: ClientSession): Promise<void> {
  const { id: _, lifetimeSeconds, ...fields } = record
  const expiresAt = new Date(deps.clock.now().getTime() + lifetimeSeconds * 1000)
  const options = { upsert: true, ...(tx ? { session: tx } : {}) }
  await oidcRecordModel.in(deps.db).replaceOne({ _id: rowId(record) }, { ...fields, expiresAt }, options)
}

/** The grant of one access token that is issued without a login; `tokenSeconds` is the token's lifetime. */
export interface TokenGrant {
  id: string
  accountId: string
  tokenSeconds: number
}

/** Stores the grant of such a token; inside `tx` where one is given. */
export async function putTokenGrant(deps: Deps, grant: TokenGrant, tx?: ClientSession): Promise<void> {
  const { id, accountId, tokenSeconds } = grant
  // One second longer than the token, whose `iat` may be in the next second.
  const record = { kind: grantKind, id, payload: tokenGrantPayload, accountId, lifetimeSeconds: tokenSeconds + 1 }
  await putOidcRecord(deps, record, tx)
}

/** The record with this key, or null. It may be expired, which the provider checks. */
export function findOidcRecord(deps: Deps, key: OidcRecordKey): Promise<OidcRecord | null> {
  return findOne(deps, { _id: rowId(key) })
}

/** The record of this kind with this uid, or null. */
export function findOidcRecordByUid(deps: Deps, kind: string, uid: string): Promise<OidcRecord | null> {
  return findOne(deps, { kind, uid })
}

/** The grant of access tokens: its account and its expiry. */
export interface OidcGrant {
  accountId: string | null
  expiresAt: Date
}

/** The grant with this id, expired or not; null where it was revoked or never existed. */
export async function findOidcGrant(deps: Deps, id: string): Promise<OidcGrant | null> {
  const options = { projection: { accountId: 1, expiresAt: 1 }, maxTimeMS: readBudgetMs } as const
  const found = await oidcRecordModel.in(deps.db).findOne({ _id: rowId({ kind: grantKind, id }) }, options)
  return found && { accountId: found.accountId ?? null, expiresAt: found.expiresAt }
}

/** Marks a record as used. @returns false where it is gone or was used before: of several simultaneous calls one returns true */
export async function consumeOidcRecord(deps: Deps, key: OidcRecordKey): Promise<boolean> {
  const { modifiedCount } = await oidcRecordModel
    .in(deps.db)
    .updateOne({ _id: rowId(key), consumedAt: { $exists: false } }, { $set: { consumedAt: deps.clock.now() } })
  return modifiedCount === 1
}

/** Removes one record, if it exists. */
export async function removeOidcRecord(deps: Deps, key: OidcRecordKey): Promise<void> {
  await oidcRecordModel.in(deps.db).deleteOne({ _id: rowId(key) })
}

/** Removes the records of one kind that belong to this grant. */
export async function removeOidcRecordsOfGrant(deps: Deps, kind: string, grantId: string): Promise<void> {
  await oidcRecordModel.in(deps.db).deleteMany({ grantId, kind })
}

/** Removes the grant of a record and all records of that grant. Records that are still written for it afterwards are not valid. */
export async function removeOidcFamily(deps: Deps, key: OidcRecordKey): Promise<void> {
  const records = oidcRecordModel.in(deps.db)
  const options = { projection: { grantId: 1 }, maxTimeMS: readBudgetMs } as const
  const { grantId } = (await records.findOne({ _id: rowId(key) }, options)) ?? {}
  // Removed with its grant, or of a kind without grants.
  if (grantId === undefined) return
  await records.deleteMany({ $or: [{ _id: rowId({ kind: grantKind, id: grantId }) }, { grantId }] })
}

/** Removes all records of the provider, inside a transaction. */
export async function removeEveryOidcRecord(deps: Deps, tx: ClientSession): Promise<void> {
  await oidcRecordModel.in(deps.db).deleteMany({}, { session: tx })
}

/** Removes every session, grant and refresh token of an account's logins; the grants of tokens without a login stay. */
export async function removeLoginsOfAccount(deps: Deps, accountId: string): Promise<void> {
  await oidcRecordModel.in(deps.db).deleteMany({ accountId, payload: { $ne: tokenGrantPayload } })
}

/** Removes every session, grant and refresh token of an account, those of tokens without a login too. */
export async function removeOidcRecordsOfAccount(deps: Deps, accountId: string): Promise<void> {
  await oidcRecordModel.in(deps.db).deleteMany({ accountId })
}

/** The stored id of a record: a hash, since the provider's id may be a secret of its bearer. */
export const rowId = ({ kind, id }: OidcRecordKey) => createHash('sha256').update(`${kind}:${id}`).digest('hex')

async function findOne(deps: Deps, filter: Filter<OidcRecordDoc>): Promise<OidcRecord | null> {
  const found = await oidcRecordModel.in(deps.db).findOne(filter, { maxTimeMS: readBudgetMs })
  return found && { payload: found.payload, consumedAt: found.consumedAt ?? null }
}
