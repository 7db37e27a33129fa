import { AppError, type ChangeServiceInput, type CreateServiceInput, limits, type Service } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Person } from '../access/caller.ts'
import { hashVisitorPassword } from '../access/visitor-password.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { assertRetention } from '../plans/quotas.ts'
import { lockService } from './find-services.ts'
import { newLogo, replaceLogo } from './logos.ts'
import { type AccessLock, type ServiceDoc, serviceModel } from './service-model.ts'
import { toService } from './service-shapes.ts'

/** Stores a service without members or audit entry; its messages are kept for `retentionDays`, 7 by default. */
export async function insertService(
  deps: Deps,
  { createdBy, ...input }: CreateServiceInput & Pick<ServiceDoc, 'createdBy'>,
  tx?: ClientSession,
): Promise<ServiceDoc> {
  const service: ServiceDoc = {
    _id: deps.newId(),
    name: input.name,
    retentionDays: input.retentionDays ?? limits.retentionDaysDefault,
    plan: deps.plans.defaultPlan.id,
    createdAt: deps.clock.now(),
    ...(createdBy !== undefined && { createdBy }),
  }
  await serviceModel.in(deps.db).insertOne(service, tx ? { session: tx } : {})
  return service
}

/** Removes the service itself, and nothing of what it owns. */
export async function removeService(deps: Deps, tx: ClientSession, id: string): Promise<void> {
  await serviceModel.in(deps.db).deleteOne({ _id: id }, { session: tx })
}

const plainFields = ['name', 'retentionDays', 'accentColor', 'theme', 'locale'] as const

/**
 * Changes a service: its name, its retention (for mail received from then on), its branding, its access lock. Values that stay the same
 * leave no audit entry; a password always counts as another one, and ends all unlock tokens. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `password_required`, `invalid_logo`; PAYMENT_REQUIRED
 * `quota_exceeded`
 */
export async function changeService(deps: Deps, caller: Person, input: ChangeServiceInput): Promise<Service> {
  const { id, accessLock: wantedLock } = input
  assertMay(caller, id, 'admin')
  const logo = typeof input.logo === 'string' ? newLogo(id, input.logo) : input.logo
  const passwordHash =
    wantedLock?.password === undefined ? null : await hashVisitorPassword(deps, id, wantedLock.password)
  const service = await inTransaction(deps.db, async (tx) => {
    const before = await lockService(deps, tx, id)
    assertRetention(deps, before, input.retentionDays)
    const changed: Partial<ServiceDoc> = Object.fromEntries(
      plainFields.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]),
    )
    if (wantedLock) changed.accessLock = changedLock(deps, before.accessLock, { ...wantedLock, passwordHash })
    if (logo !== undefined) changed.logoDigest = logo?._id ?? null
    const after = { ...before, ...changed }
    const note = changesOf(deps, before, after)
    if (note === '') return before

    await serviceModel.in(deps.db).updateOne({ _id: id }, { $set: changed }, { session: tx })
    if (logo !== undefined) await replaceLogo(deps, tx, { serviceId: id, logo })
    const target = { kind: 'service', id, name: before.name } as const
    await recordAudit(deps, tx, { caller, serviceId: id, action: 'service.changed', target, note })
    return after
  })
  return toService(deps, service)
}

/** @throws UNPROCESSABLE_CONTENT `password_required` for a lock that never had a password */
function changedLock(
  deps: Deps,
  before: AccessLock | undefined,
  { enabled, passwordHash }: { enabled: boolean; passwordHash: string | null },
): AccessLock {
  if (passwordHash !== null) return { isEnabled: enabled, passwordHash, version: deps.newId() }
  if (before) return { ...before, isEnabled: enabled }
  throw AppError.of('password_required')
}

function changesOf(deps: Deps, before: ServiceDoc, after: ServiceDoc): string {
  const [shownBefore, shownAfter] = [toService(deps, before), toService(deps, after)]
  const changes = plainFields
    .filter((field) => shownBefore[field] !== shownAfter[field])
    .map((field) => `${field} ${shownBefore[field]} → ${shownAfter[field]}`)
  if (shownBefore.logoUrl !== shownAfter.logoUrl) changes.push(shownAfter.logoUrl ? 'another logo' : 'no logo')
  const [wasLocked, isLocked] = [shownBefore.accessLock.enabled, shownAfter.accessLock.enabled]
  if (wasLocked !== isLocked) changes.push(`accessLock ${isLocked ? 'on' : 'off'}`)
  if (before.accessLock?.version !== after.accessLock?.version) changes.push('another password of the accessLock')
  return changes.join(', ')
}
