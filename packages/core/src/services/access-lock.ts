import { AppError, hourMs, limits, type UnlockStatusOutput } from '@inlet/contract'
import type { PasswordTurn } from '../access/password-turns.ts'
import { isVisitorPassword } from '../access/visitor-password.ts'
import { newVisitorToken, visitorTokenHash } from '../access/visitor-token.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { findService } from './find-services.ts'
import { type UnlockTokenDoc, unlockTokenModel } from './unlock-token-model.ts'

/** A service, and whether its access lock was on when a process last looked. */
export interface LockedService {
  serviceId: string
  isLocked: boolean
}

/** How the check of a lock's password is limited; `isUnlocked` where the visitor has a valid token. @throws TOO_MANY_REQUESTS */
export type GuardUnlock = (
  lock: { serviceId: string; isUnlocked: boolean },
  isRight: () => Promise<boolean>,
) => Promise<boolean>

interface Unlocking extends Pick<PasswordTurn, 'network'> {
  password: string
  /** A token that the visitor has already. */
  unlockToken?: string | undefined
  guard: GuardUnlock
}

/**
 * Unlocks a service for a visitor, for 12 hours or until the password changes. @returns the token, of which only a hash is stored
 * @throws UNPROCESSABLE_CONTENT `lock_disabled`; UNAUTHORIZED `unlock_password_invalid`; TOO_MANY_REQUESTS after too many wrong passwords
 */
export async function unlockService(
  deps: Deps,
  serviceId: string,
  { network, password, unlockToken, guard }: Unlocking,
): Promise<string> {
  const lock = (await findService(deps, serviceId))?.accessLock
  if (!lock?.isEnabled) throw AppError.of('lock_disabled')
  const isUnlocked = unlockToken !== undefined && (await unlockStatus(deps, serviceId, unlockToken)).ok
  const isRight = await isVisitorPassword(deps, {
    serviceId,
    network,
    isKnown: isUnlocked,
    password,
    storedHash: lock.passwordHash,
    guard: (check) => guard({ serviceId, isUnlocked }, check),
  })
  if (!isRight) throw AppError.of('unlock_password_invalid')

  const { token, hash } = newVisitorToken()
  const expiresAt = new Date(deps.clock.now().getTime() + limits.unlockedHours * hourMs)
  await unlockTokenModel.in(deps.db).insertOne({ _id: hash, serviceId, lockVersion: lock.version, expiresAt })
  return token
}

/** Whether a token opens a service now. A service without a lock is opened by none. */
export async function unlockStatus(deps: Deps, serviceId: string, token: string): Promise<UnlockStatusOutput['data']> {
  const { isLocked, opening } = await tryToken(deps, serviceId, token)
  const found = isLocked ? opening : null
  return { ok: found !== null, expiresAt: found?.expiresAt.toISOString() ?? null }
}

/** Refuses a visitor of a locked service who has not unlocked it. @throws UNAUTHORIZED `unlock_required` */
export async function assertUnlocked(
  deps: Deps,
  { serviceId, isLocked }: LockedService,
  token: string | undefined,
): Promise<void> {
  if (!isLocked) return
  if (token === undefined) throw AppError.of('unlock_required')
  const now = await tryToken(deps, serviceId, token)
  if (now.isLocked && !now.opening) throw AppError.of('unlock_required')
}

interface TriedToken {
  isLocked: boolean
  /** Null where the token does not open the lock. */
  opening: UnlockTokenDoc | null
}

/** Reads the lock itself too, not what a site remembers of it: a token ends with the password at once. */
async function tryToken(deps: Deps, serviceId: string, token: string): Promise<TriedToken> {
  const [service, found] = await Promise.all([findService(deps, serviceId), findToken(deps, token)])
  const lock = service?.accessLock
  const opens =
    found?.serviceId === serviceId && found.lockVersion === lock?.version && found.expiresAt > deps.clock.now()
  return { isLocked: lock?.isEnabled ?? false, opening: opens ? found : null }
}

async function findToken(deps: Deps, token: string): Promise<UnlockTokenDoc | null> {
  const hash = visitorTokenHash(token)
  return hash === null ? null : await unlockTokenModel.in(deps.db).findOne({ _id: hash }, { maxTimeMS: readBudgetMs })
}

/** How many unlock tokens of a deleted service are deleted in one step. */
const stepSize = 500

/** Deletes up to 500 unlock tokens of a deleted service. @returns whether it has none left */
export async function deleteUnlockTokensOfService(deps: Deps, serviceId: string): Promise<boolean> {
  const tokens = unlockTokenModel.in(deps.db)
  const options = { projection: { _id: 1 }, limit: stepSize, maxTimeMS: readBudgetMs } as const
  const found = await tokens.find({ serviceId }, options).toArray()
  if (found.length > 0) await tokens.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
  return found.length < stepSize
}
