import { AppError } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { OperatorCaller } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { removeEveryOidcRecord, removeOidcRecordsOfAccount } from '../oidc-records/oidc-records.ts'
import { type AccountDoc, accountModel } from './account-model.ts'
import { findAccountByEmail } from './find-accounts.ts'

type AccountChange = { kind: 'password'; passwordHash: string } | { kind: 'disable' } | { kind: 'enable' }

const actions = {
  password: 'account.password_set',
  disable: 'account.disabled',
  enable: 'account.enabled',
} as const satisfies Record<AccountChange['kind'], string>

/** Sets another password; earlier logins and their tokens end within a second. @throws NOT_FOUND */
export async function setPassword(deps: Deps, id: string, passwordHash: string): Promise<void> {
  await writeChange(deps, id, { kind: 'password', passwordHash })
}

/** Disables or enables an account; the logins and tokens of a disabled one end within a second. @throws NOT_FOUND */
export async function setAccountDisabled(deps: Deps, id: string, isDisabled: boolean): Promise<void> {
  await writeChange(deps, id, { kind: isDisabled ? 'disable' : 'enable' })
}

/** Changes an account for the operator, by e-mail address in any spelling, with an audit entry. @throws NOT_FOUND */
export async function changeAccount(
  deps: Deps,
  caller: OperatorCaller,
  { email, ...change }: AccountChange & { email: string },
): Promise<Pick<AccountDoc, '_id' | 'email' | 'name'>> {
  const account = await findAccountByEmail(deps, email)
  if (!account) throw noAccount()
  const { _id, name } = account
  const target = { kind: 'account', id: _id, name: account.email } as const
  const audit = (tx: ClientSession) =>
    recordAudit(deps, tx, { caller, serviceId: null, action: actions[change.kind], target })
  await writeChange(deps, _id, { ...change, audit })
  return { _id, email: account.email, name }
}

/** Ends every login of every account with all their tokens, inside a transaction. */
export async function endEveryLogin(deps: Deps, tx: ClientSession): Promise<void> {
  // Removing the records is not enough: a request in progress may write its own again.
  const tokensValidFrom = afterLogins(deps.clock.now())
  await accountModel.in(deps.db).updateMany({}, [{ $set: { tokensValidFrom } }], { session: tx })
  await removeEveryOidcRecord(deps, tx)
}

async function writeChange(
  deps: Deps,
  id: string,
  { audit, ...change }: AccountChange & { audit?: (tx: ClientSession) => Promise<void> },
): Promise<void> {
  const accounts = accountModel.in(deps.db)
  const fields = fieldsOf(change, deps.clock.now())
  await inTransaction(deps.db, async (tx) => {
    const { matchedCount } = await accounts.updateOne({ _id: id }, [{ $set: fields }], { session: tx })
    if (matchedCount === 0) throw noAccount()
    await audit?.(tx)
  })
  // After the change: whatever is issued in between is older than `tokensValidFrom`.
  if (change.kind !== 'enable') await removeOidcRecordsOfAccount(deps, id)
}

/** The changed fields as expressions; the hash is a `$literal`, since it may contain `$`. */
function fieldsOf(change: AccountChange, now: Date) {
  if (change.kind === 'enable') return { disabledAt: null }
  const tokensValidFrom = afterLogins(now)
  return change.kind === 'password'
    ? { passwordHash: { $literal: change.passwordHash }, tokensValidFrom }
    : { disabledAt: now, tokensValidFrom }
}

/**
 * The next `tokensValidFrom`, as an update expression: the first full second later than every login so far. Login times are full
 * seconds, and a login later in the second of this change carries the new `tokensValidFrom` as its time.
 */
function afterLogins(now: Date) {
  const nextSecond = new Date((Math.floor(now.getTime() / 1000) + 1) * 1000)
  return { $max: [nextSecond, { $add: ['$tokensValidFrom', 1000] }] }
}

const noAccount = () => new AppError('NOT_FOUND', 'No such account')
