import { AppError } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { OperatorCaller } from '../access/caller.ts'
import { apiKeyModel } from '../api-keys/api-key-model.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { nextCheckAt } from '../domains/check-schedule.ts'
import { newOwnershipToken } from '../domains/dns-records.ts'
import { type DomainDoc, domainModel } from '../domains/domain-model.ts'
import { assertOfOneOwner } from '../domains/wildcards.ts'
import { memberModel } from '../people/member-model.ts'
import { lockService } from '../services/find-services.ts'
import { newLogo, replaceLogo } from '../services/logos.ts'
import { type ImportOrigin, type ServiceDoc, serviceModel } from '../services/service-model.ts'
import { hasOrdersOfService } from '../sweep-orders/service-sweep-progress.ts'
import { sweepOrderModel } from '../sweep-orders/sweep-order-model.ts'
import { webhookModel } from '../webhooks/webhook-model.ts'
import type { ApiKeyRecord, DomainRecord, MemberRecord, ServiceRecord, WebhookRecord } from './export-records.ts'

/** Which export is imported as which service. */
export interface ImportReference {
  serviceId: string
  exportId: string
}

/**
 * How far an export is imported: not at all, partly, by a run that was cut off, or whole.
 * @throws CONFLICT where another service has the id, or one of this id is still being deleted
 */
export async function findImport(
  deps: Deps,
  { serviceId, exportId }: ImportReference,
): Promise<'none' | ImportOrigin['state']> {
  const service = await serviceModel.in(deps.db).findOne({ _id: serviceId }, { maxTimeMS: readBudgetMs })
  if (service) return importOf(service, exportId)
  const order = await sweepOrderModel.in(deps.db).findOne({ _id: serviceId }, { maxTimeMS: readBudgetMs })
  if (order || (await hasOrdersOfService(deps, serviceId)))
    throw new AppError(
      'CONFLICT',
      `A service with the id ${serviceId} is being deleted: wait until the audit log has its entry service.erased`,
    )
  return 'none'
}

/** @throws CONFLICT where the service comes from elsewhere */
function importOf({ _id, importedFrom }: ServiceDoc, exportId: string): ImportOrigin['state'] {
  if (importedFrom?.exportId === exportId) return importedFrom.state
  const origin = importedFrom ? 'was imported from another export' : 'was not imported'
  throw new AppError('CONFLICT', `This installation has a service with the id ${_id}, which ${origin}`)
}

/** What an import begins with. */
export interface ImportStart extends ImportReference {
  service: ServiceRecord
  /** Without those that are not imported. */
  domains: DomainRecord[]
}

/**
 * Stores the service with its logo and its domains, all of them claims that are not proven, in one transaction; where an earlier run has
 * done that, nothing. Nobody has access until `finishImport`. @throws CONFLICT; UNPROCESSABLE_CONTENT `invalid_logo`; BAD_REQUEST `public_suffix`
 */
export async function beginImport(deps: Deps, caller: OperatorCaller, start: ImportStart): Promise<void> {
  const { serviceId, exportId, service, domains } = start
  for (const { hostname } of domains) assertOfOneOwner(hostname)
  const logo = service.logo === null ? null : newLogo(serviceId, service.logo)
  if ((await findImport(deps, start)) !== 'none') return

  const document = newService(deps, service, { exportId, state: 'unfinished' })
  document.logoDigest = logo?._id ?? null
  await inTransaction(deps.db, async (tx) => {
    await serviceModel.in(deps.db).insertOne(document, { session: tx })
    if (logo) await replaceLogo(deps, tx, { serviceId, logo })
    const documents = domains.map((domain) => newDomain(serviceId, domain))
    if (documents.length > 0) await domainModel.in(deps.db).insertMany(documents, { session: tx })
    const target = { kind: 'service', id: serviceId, name: service.name } as const
    const note = `export ${exportId}`
    await recordAudit(deps, tx, { caller, serviceId, action: 'service.importing', target, note })
  }).catch(asConflict)
}

function newService(deps: Deps, record: ServiceRecord, importedFrom: ImportOrigin): ServiceDoc {
  const { id, name, retentionDays, createdAt, accentColor, theme, locale, plan, accessLock } = record
  return {
    _id: id,
    name,
    retentionDays,
    createdAt,
    ...(accentColor !== undefined && { accentColor }),
    ...(theme !== undefined && { theme }),
    ...(locale !== undefined && { locale }),
    ...(plan !== undefined && { plan }),
    ...(accessLock && { accessLock: { ...accessLock, version: deps.newId() } }),
    importedFrom,
  }
}

/** Not looked up before the import is finished: until then no mail may come for it. */
const newDomain = (serviceId: string, { id, hostname, publicInbox, createdAt }: DomainRecord): DomainDoc => ({
  _id: id,
  serviceId,
  hostname,
  state: 'pending',
  publicInbox,
  // A new one: the old one is in the public DNS, so it does not prove that the importer owns the domain.
  ownershipToken: newOwnershipToken(),
  createdAt,
  verifiedAt: null,
  check: null,
  nextCheckAt: null,
  failures: null,
  isImported: true,
})

/** Refuses to go on where the service was deleted meanwhile, or another process has finished the import. @throws CONFLICT */
export async function assertImporting(deps: Deps, reference: ImportReference): Promise<void> {
  const service = await serviceModel.in(deps.db).findOne({ _id: reference.serviceId }, { maxTimeMS: readBudgetMs })
  if (!service) throw new AppError('CONFLICT', 'The service was deleted while it was imported')
  if (importOf(service, reference.exportId) === 'finished')
    throw new AppError('CONFLICT', 'Another process has finished this import')
}

/** What an import ends with: the records that give access, and what the audit log says of it all. */
export interface ImportEnd extends ImportReference {
  apiKeys: ApiKeyRecord[]
  webhooks: WebhookRecord[]
  /** Each with an address. */
  members: (MemberRecord & { email: string })[]
  note: string
}

/**
 * Ends an import in one transaction: API keys, webhooks and the invitations of its members are stored, and its domains are looked up from
 * now on. @throws CONFLICT
 */
export async function finishImport(deps: Deps, caller: OperatorCaller, end: ImportEnd): Promise<void> {
  const { serviceId, exportId, note } = end
  await inTransaction(deps.db, async (tx) => {
    const service = await lockService(deps, tx, serviceId)
    if (importOf(service, exportId) === 'finished') return
    await insertAccess(deps, tx, end)
    const now = deps.clock.now()
    const due = nextCheckAt({ state: 'pending', createdAt: now }, now, 'unknown')
    const claims = { serviceId, state: 'pending', nextCheckAt: null } as const
    await domainModel.in(deps.db).updateMany(claims, { $set: { nextCheckAt: due } }, { session: tx })
    const finished = { $set: { 'importedFrom.state': 'finished' as const } }
    await serviceModel.in(deps.db).updateOne({ _id: serviceId }, finished, { session: tx })
    const target = { kind: 'service', id: serviceId, name: service.name } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'service.imported', target, note })
  }).catch(asConflict)
}

async function insertAccess(
  deps: Deps,
  tx: ClientSession,
  { serviceId, apiKeys, webhooks, members }: ImportEnd,
): Promise<void> {
  const session = { session: tx }
  const keys = apiKeys.map(({ id, replacedBy, ...key }) => ({
    _id: id,
    serviceId,
    ...key,
    ...(replacedBy !== null && { replacedBy }),
  }))
  const receivers = webhooks.map(({ id, ...webhook }) => ({
    _id: id,
    serviceId,
    ...webhook,
    lastSuccessAt: null,
    failingSince: null,
  }))
  // Invitations, which the user with this verified address may accept; an import has no limit of them.
  const invitations = members.map(({ id, email, role, createdAt }) => ({
    ...{ _id: id, serviceId, userId: null, invitedEmail: email, role, createdAt },
  }))
  if (keys.length > 0) await apiKeyModel.in(deps.db).insertMany(keys, session)
  if (receivers.length > 0) await webhookModel.in(deps.db).insertMany(receivers, session)
  if (invitations.length > 0) await memberModel.in(deps.db).insertMany(invitations, session)
}

/** The conflicts were looked for before: another record has come meanwhile. */
function asConflict(error: unknown): never {
  if (!isDuplicateKey(error)) throw error
  throw new AppError(
    'CONFLICT',
    'Another record of this installation now has an id of the export: run the import again',
  )
}
