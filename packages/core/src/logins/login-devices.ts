import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { oidcRecordModel } from './oidc-record-model.ts'
import { putOidcRecord, removeOidcRecord, rowId } from './oidc-records.ts'

const kind = 'LoginDevice'
/** A limit is needed: a program that logs in without the cookie adds a device each time. */
const keptOfAccount = 20

/** A browser in which a person logged in to an account: the secret in its cookie, and a hash that represents the account. */
export interface LoginDevice {
  secret: string
  accountMark: string
}

/**
 * Stores that a person logged in to this account on this device, and deletes all but the account's newest 20. A change of the password
 * does not delete it: it grants no access.
 */
export async function rememberLoginDevice(deps: Deps, device: LoginDevice, lifetimeSeconds: number): Promise<void> {
  const { accountMark } = device
  const key = { kind, id: idOf(device) }
  await putOidcRecord(deps, { ...key, payload: '{}', accountMark, lifetimeSeconds })
  const records = oidcRecordModel.in(deps.db)
  const others = { accountMark, _id: { $ne: rowId(key) } }
  const options = { projection: { _id: 1 }, sort: { expiresAt: -1 }, maxTimeMS: readBudgetMs } as const
  const old = await records
    .find(others, options)
    .skip(keptOfAccount - 1)
    .toArray()
  if (old.length > 0) await records.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } })
}

/** Whether a person logged in to this account on this device before. */
export async function isLoginDevice(deps: Deps, device: LoginDevice): Promise<boolean> {
  const filter = { _id: rowId({ kind, id: idOf(device) }), expiresAt: { $gt: deps.clock.now() } }
  const options = { projection: { _id: 1 }, maxTimeMS: readBudgetMs } as const
  return (await oidcRecordModel.in(deps.db).findOne(filter, options)) !== null
}

/** Deletes a device whose secret was replaced. */
export function forgetLoginDevice(deps: Deps, device: LoginDevice): Promise<void> {
  return removeOidcRecord(deps, { kind, id: idOf(device) })
}

const idOf = ({ secret, accountMark }: LoginDevice) => `${secret}:${accountMark}`
