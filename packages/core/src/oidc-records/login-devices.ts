import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { oidcRecordModel } from './oidc-record-model.ts'
import { putOidcRecord, removeOidcRecord, rowId } from './oidc-records.ts'

const kind = 'LoginDevice'

/** A browser in which somebody logged in to an account: the secret in its cookie, and a hash that stands for the account. */
export interface LoginDevice {
  secret: string
  accountMark: string
}

/** Remembers that somebody logged in to this account on this device. Another password does not end it: it opens nothing. */
export function rememberLoginDevice(deps: Deps, device: LoginDevice, lifetimeSeconds: number): Promise<void> {
  return putOidcRecord(deps, { kind, id: idOf(device), payload: '{}', lifetimeSeconds })
}

/** Whether somebody logged in to this account on this device before. */
export async function isLoginDevice(deps: Deps, device: LoginDevice): Promise<boolean> {
  const filter = { _id: rowId({ kind, id: idOf(device) }), expiresAt: { $gt: deps.clock.now() } }
  const options = { projection: { _id: 1 }, maxTimeMS: readBudgetMs } as const
  return (await oidcRecordModel.in(deps.db).findOne(filter, options)) !== null
}

/** Forgets a device whose secret was replaced. */
export function forgetLoginDevice(deps: Deps, device: LoginDevice): Promise<void> {
  return removeOidcRecord(deps, { kind, id: idOf(device) })
}

const idOf = ({ secret, accountMark }: LoginDevice) => `${secret}:${accountMark}`
