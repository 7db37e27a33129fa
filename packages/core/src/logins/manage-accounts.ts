import { AppError, foldEmail, type Role } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { OperatorCaller } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { isDuplicateKey } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { addMember } from '../people/invite-member.ts'
import { findUserOrInsert } from '../people/upsert-user.ts'
import { accountIssuer } from './account-issuer.ts'
import { type AccountDoc, accountModel } from './account-model.ts'
import { findAccountByEmail } from './find-accounts.ts'
import { removeEveryOidcRecord, removeOidcRecordsOfAccount } from './oidc-records.ts'

interface NewAccount {
  email: string
  passwordHash: string
  name?: string | null
  /** True where the caller knows that the address is this person's: an operator, or a confirmed link. */
  isEmailVerified: boolean
}

/**
 * Stores an account of the embedded provider, without permission check or audit entry.
 * @throws BAD_REQUEST `invalid_email`; CONFLICT `email_taken` where the address has an account
 */
export async function insertAccount(deps: Deps, input: NewAccount, tx?: ClientSession): Promise<AccountDoc> {
  const email = foldEmail(input.email.trim())
  if (email === null) {
    throw AppError.of('invalid_email')
  }
  const now = deps.clock.now()
  const account: AccountDoc = {
    _id: deps.newId(),
    email,
    passwordHash: input.passwordHash,
    name: input.name ?? null,
    isEmailVerified: input.isEmailVerified,
    createdAt: now,
    disabledAt: null,
    tokensValidFrom: new Date(Math.floor(now.getTime() / 1000) * 1000),
  }
  try {
    await accountModel.in(deps.db).insertOne(account, tx ? { session: tx } : {})
    return account
  } catch (error) {
    if (!isDuplicateKey(error, 'email')) throw error
    throw AppError.of('email_taken')
  }
}

/** A role in a service. */
interface ServiceRole {
  serviceId: string
  role: Role
}

/** The role that a person has; `isNew` is false where their address had it before, as a member or by an invitation. */
interface GivenRole {
  role: Role
  isNew: boolean
}

/**
 * Creates an account for the operator, with its membership and the audit entries of both, in one transaction. An address that is a
 * member already, or invited, keeps its role.
 * @throws BAD_REQUEST `invalid_email`; CONFLICT `email_taken`; NOT_FOUND where there is no such service
 */
export function createAccount(
  deps: Deps,
  caller: OperatorCaller,
  { membership, ...input }: NewAccount & { membership: ServiceRole | null },
): Promise<{ account: AccountDoc; membership: GivenRole | null }> {
  return inTransaction(deps.db, async (tx) => {
    const account = await insertAccount(deps, input, tx)
    const { _id: id, email } = account
    const target = { kind: 'account', id, name: email } as const
    await recordAudit(deps, tx, { caller, serviceId: null, action: 'account.created', target })
    return { account, membership: membership && (await join(deps, tx, { ...membership, caller, account })) }
  })
}

/** Makes the person of an account a member for the operator. @throws NOT_FOUND; PAYMENT_REQUIRED `quota_exceeded` */
export function addAccountToService(
  deps: Deps,
  caller: OperatorCaller,
  joining: ServiceRole & { account: AccountDoc },
): Promise<GivenRole> {
  return inTransaction(deps.db, (tx) => join(deps, tx, { ...joining, caller }))
}

async function join(
  deps: Deps,
  tx: ClientSession,
  { account, ...joining }: ServiceRole & { account: AccountDoc; caller: OperatorCaller },
): Promise<GivenRole> {
  const { _id: sub, email, name, isEmailVerified } = account
  const { _id: userId } = await findUserOrInsert(deps, tx, { iss: accountIssuer, sub, email, name, isEmailVerified })
  return await addMember(deps, tx, { ...joining, email, userId })
}

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
 * seconds, and a login later in the second of this change carries the new `tokensValidFrom` as its time. A missing field counts for nothing.
 */
function afterLogins(now: Date) {
  const nextSecond = new Date((Math.floor(now.getTime() / 1000) + 1) * 1000)
  return { $max: [nextSecond, { $add: ['$tokensValidFrom', 1000] }, { $add: ['$loginsValidFrom', 1000] }] }
}

const noAccount = () => new AppError('NOT_FOUND', 'No such account')
