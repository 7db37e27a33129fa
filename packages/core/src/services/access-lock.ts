import { AppError, limits, type UnlockStatusOutput } from '@inlet/contract'
import { isVisitorPassword } from '../access/visitor-password.ts'
import { newVisitorToken, visitorTokenHash } from '../access/visitor-token.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { AccessLock } from './service-model.ts'
import { type UnlockTokenDoc, unlockTokenModel } from './unlock-token-model.ts'

const hourMs = 3_600_000

/** A service and its access lock; null where the lock is off. */
export interface LockedService {
  serviceId: string
  lock: AccessLock | null
}

/**
 * Unlocks a service for a visitor, for 12 hours or until the password changes. @returns the token, of which only a hash is stored
 * @throws UNPROCESSABLE_CONTENT `lock_disabled`; UNAUTHORIZED `unlock_password_invalid`
 */
export async function unlockService(deps: Deps, { serviceId, lock }: LockedService, password: string): Promise<string> {
  if (!lock) throw AppError.of('lock_disabled')
  if (!(await isVisitorPassword(deps, { password, storedHash: lock.passwordHash })))
    throw AppError.of('unlock_password_invalid')

  const { token, hash } = newVisitorToken()
  const expiresAt = new Date(deps.clock.now().getTime() + limits.unlockedHours * hourMs)
  await unlockTokenModel.in(deps.db).insertOne({ _id: hash, serviceId, lockVersion: lock.version, expiresAt })
  return token
}

/** Whether a token opens a service now. A service without a lock is opened by none. */
export async function unlockStatus(
  deps: Deps,
  service: LockedService,
  token: string,
): Promise<UnlockStatusOutput['data']> {
  const found = await findToken(deps, service, token)
  return { ok: found !== null, expiresAt: found?.expiresAt.toISOString() ?? null }
}

/** Refuses a visitor of a locked service who has not unlocked it. @throws UNAUTHORIZED `unlock_required` */
export async function assertUnlocked(deps: Deps, service: LockedService, token: string | undefined): Promise<void> {
  if (!service.lock || (token !== undefined && (await findToken(deps, service, token)))) return
  throw AppError.of('unlock_required')
}

async function findToken(deps: Deps, service: LockedService, token: string): Promise<UnlockTokenDoc | null> {
  const hash = visitorTokenHash(token)
  if (hash === null || !service.lock) return null
  const found = await unlockTokenModel.in(deps.db).findOne({ _id: hash }, { maxTimeMS: readBudgetMs })
  const isValid =
    found?.serviceId === service.serviceId &&
    found.lockVersion === service.lock.version &&
    found.expiresAt > deps.clock.now()
  return isValid ? found : null
}
