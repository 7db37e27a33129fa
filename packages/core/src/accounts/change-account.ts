import { AppError } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { OperatorCaller } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { removeOidcRecordsOfAccount } from '../oidc-records/oidc-records.ts'
import { type AccountDoc, accountModel } from './account-model.ts'
import { afterLogins } from './after-logins.ts'
import { findAccountByEmail } from './find-account.ts'

/** What is to be different about an account. */
type AccountChange = { kind: 'password'; passwordHash: string } | { kind: 'disable' } | { kind: 'enable' }

const actions = {
  password: 'account.password_set',
  disable: 'account.disabled',
  enable: 'account.enabled',
} as const satisfies Record<AccountChange['kind'], string>

/** Sets another password; logins and tokens from before end within a second. @throws NOT_FOUND */
export async function setPassword(deps: Deps, id: string, passwordHash: string): Promise<void> {
  await change(deps, id, { kind: 'password', passwordHash })
}

/** Closes an account, or opens it again; the logins and tokens of a closed one end within a second. @throws NOT_FOUND */
export async function setAccountDisabled(deps: Deps, id: string, isDisabled: boolean): Promise<void> {
  await change(deps, id, { kind: isDisabled ? 'disable' : 'enable' })
}

/** The same for the operator, by e-mail address in any spelling, with its entry in the audit log. @throws NOT_FOUND */
export async function changeAccount(
  deps: Deps,
  caller: OperatorCaller,
  { email, ...wish }: AccountChange & { email: string },
): Promise<Pick<AccountDoc, '_id' | 'email' | 'name'>> {
  const account = await findAccountByEmail(deps, email)
  if (!account) throw noAccount()
  const { _id, name } = account
  const target = { kind: 'account', id: _id, name: account.email } as const
  const note = (tx: ClientSession) =>
    recordAudit(deps, tx, { caller, serviceId: null, action: actions[wish.kind], target })
  await change(deps, _id, { ...wish, note })
  return { _id, email: account.email, name }
}

async function change(
  deps: Deps,
  id: string,
  { note, ...wish }: AccountChange & { note?: (tx: ClientSession) => Promise<void> },
): Promise<void> {
  const accounts = accountModel.in(deps.db)
  const fields = fieldsOf(wish, deps.clock.now())
  await inTransaction(deps.db, async (tx) => {
    const { matchedCount } = await accounts.updateOne({ _id: id }, [{ $set: fields }], { session: tx })
    if (matchedCount === 0) throw noAccount()
    await note?.(tx)
  })
  // After the change: what is issued meanwhile is already too old.
  if (wish.kind !== 'enable') await removeOidcRecordsOfAccount(deps, id)
}

/** What is set, each an expression: a hash begins with a word of its own, but none is ever to be read as the name of a field. */
function fieldsOf(wish: AccountChange, now: Date) {
  if (wish.kind === 'enable') return { disabledAt: null }
  const tokensValidFrom = afterLogins(now)
  return wish.kind === 'password'
    ? { passwordHash: { $literal: wish.passwordHash }, tokensValidFrom }
    : { disabledAt: now, tokensValidFrom }
}

const noAccount = () => new AppError('NOT_FOUND', 'No such account')
