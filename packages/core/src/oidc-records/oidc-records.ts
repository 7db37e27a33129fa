import { createHash } from 'node:crypto'
import type { ClientSession, Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type OidcRecordDoc, oidcRecordModel } from './oidc-record-model.ts'

/** What the provider calls its grants, whose own id is the others' `grantId`. */
const grantKind = 'Grant'

/** Names one record: what it is, and the provider's id for it. */
export interface OidcRecordKey {
  kind: string
  id: string
}

/** A record as it is written: its fields as JSON, what it can be found by, and its lifetime from now, in seconds. */
export interface OidcRecordInput extends OidcRecordKey {
  payload: string
  uid?: string
  grantId?: string
  accountId?: string
  accountMark?: string
  lifetimeSeconds: number
}

/** A record as it is read; `consumedAt` is null until it was used. */
export interface OidcRecord {
  payload: string
  consumedAt: Date | null
}

/** Writes a record, in the place of the one with the same key where there is one; inside `tx` where one is given. */
export async function putOidcRecord(deps: Deps, record: OidcRecordInput, tx?: ClientSession): Promise<void> {
  const { id: _, lifetimeSeconds, ...fields } = record
  const expiresAt = new Date(deps.clock.now().getTime() + lifetimeSeconds * 1000)
  const options = { upsert: true, ...(tx ? { session: tx } : {}) }
  await oidcRecordModel.in(deps.db).replaceOne({ _id: rowId(record) }, { ...fields, expiresAt }, options)
}

/** A grant for one access token that comes from no login; `tokenSeconds` is how long the token is good. */
export interface TokenGrant {
  id: string
  accountId: string
  tokenSeconds: number
}

/** Stores the grant that such a token stands on; inside `tx` where one is given. */
export async function putTokenGrant(deps: Deps, grant: TokenGrant, tx?: ClientSession): Promise<void> {
  const { id, accountId, tokenSeconds } = grant
  // A second longer than the token, whose time may begin within the next one.
  const record = { kind: grantKind, id, payload: '{}', accountId, lifetimeSeconds: tokenSeconds + 1 }
  await putOidcRecord(deps, record, tx)
}

/** The record with this key, or null; whether an expired one still counts is the provider's to say. */
export function findOidcRecord(deps: Deps, key: OidcRecordKey): Promise<OidcRecord | null> {
  return findOne(deps, { _id: rowId(key) })
}

/** The record of this kind with this uid, or null. */
export function findOidcRecordByUid(deps: Deps, kind: string, uid: string): Promise<OidcRecord | null> {
  return findOne(deps, { kind, uid })
}

/** A grant that access tokens stand on: whose it is, and until when it is good. */
export interface OidcGrant {
  accountId: string | null
  expiresAt: Date
}

/** The grant with this id, an expired one too, or null where it was revoked or never there. */
export async function findOidcGrant(deps: Deps, id: string): Promise<OidcGrant | null> {
  const options = { projection: { accountId: 1, expiresAt: 1 }, maxTimeMS: readBudgetMs } as const
  const found = await oidcRecordModel.in(deps.db).findOne({ _id: rowId({ kind: grantKind, id }) }, options)
  return found && { accountId: found.accountId ?? null, expiresAt: found.expiresAt }
}

/** Marks a record as used. @returns false where it is gone or was used before: of several who try, one hears true */
export async function consumeOidcRecord(deps: Deps, key: OidcRecordKey): Promise<boolean> {
  const { modifiedCount } = await oidcRecordModel
    .in(deps.db)
    .updateOne({ _id: rowId(key), consumedAt: { $exists: false } }, { $set: { consumedAt: deps.clock.now() } })
  return modifiedCount === 1
}

/** Removes one record, if it is there. */
export async function removeOidcRecord(deps: Deps, key: OidcRecordKey): Promise<void> {
  await oidcRecordModel.in(deps.db).deleteOne({ _id: rowId(key) })
}

/** Removes the records of one kind that stand on this grant. */
export async function removeOidcRecordsOfGrant(deps: Deps, kind: string, grantId: string): Promise<void> {
  await oidcRecordModel.in(deps.db).deleteMany({ grantId, kind })
}

/** Removes the grant that a record stands on, and all that stands on it: what is still written for that grant is worth nothing. */
export async function removeOidcFamily(deps: Deps, key: OidcRecordKey): Promise<void> {
  const records = oidcRecordModel.in(deps.db)
  const options = { projection: { grantId: 1 }, maxTimeMS: readBudgetMs } as const
  const { grantId } = (await records.findOne({ _id: rowId(key) }, options)) ?? {}
  // Gone with its grant, or of a kind that has none.
  if (grantId === undefined) return
  await records.deleteMany({ $or: [{ _id: rowId({ kind: grantKind, id: grantId }) }, { grantId }] })
}

/** Removes all that the provider remembers of anybody, inside a transaction. */
export async function removeEveryOidcRecord(deps: Deps, tx: ClientSession): Promise<void> {
  await oidcRecordModel.in(deps.db).deleteMany({}, { session: tx })
}

/** Ends every login, grant and refresh token of an account. */
export async function removeOidcRecordsOfAccount(deps: Deps, accountId: string): Promise<void> {
  await oidcRecordModel.in(deps.db).deleteMany({ accountId })
}

/** Under what a record is stored: its id may be a secret of its bearer. */
export const rowId = ({ kind, id }: OidcRecordKey) => createHash('sha256').update(`${kind}:${id}`).digest('hex')

async function findOne(deps: Deps, filter: Filter<OidcRecordDoc>): Promise<OidcRecord | null> {
  const found = await oidcRecordModel.in(deps.db).findOne(filter, { maxTimeMS: readBudgetMs })
  return found && { payload: found.payload, consumedAt: found.consumedAt ?? null }
}
