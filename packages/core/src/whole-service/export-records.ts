import { AppError } from '@inlet/contract'
import type { Collection, Filter } from 'mongodb'
import { type AddressDoc, addressModel } from '../addresses/address-model.ts'
import { type ApiKeyDoc, apiKeyModel } from '../api-keys/api-key-model.ts'
import { type AuditEntryDoc, auditEntryModel } from '../audit-log/audit-entry-model.ts'
import { type Counts, type UsageDayDoc, usageDayModel } from '../billing/usage-day-model.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type DomainDoc, domainModel } from '../domains/domain-model.ts'
import { countMessages } from '../messages/count-messages.ts'
import { findUsers } from '../people/find-users.ts'
import { confirmedEmail, type MemberDoc, memberModel } from '../people/member-model.ts'
import { findService } from '../services/find-services.ts'
import { findLogo } from '../services/logos.ts'
import { type WebhookDoc, webhookModel } from '../webhooks/webhook-model.ts'

const pageSize = 500

/** The records of a service, by the name under which they are exported; each kind oldest first, times as ISO 8601. */
export interface ServiceRecords {
  domains: AsyncGenerator<DomainRecord>
  members: AsyncGenerator<MemberRecord>
  'api-keys': AsyncGenerator<ApiKeyRecord>
  webhooks: AsyncGenerator<WebhookRecord>
  usage: AsyncGenerator<UsageRecord>
  'audit-log': AsyncGenerator<AuditRecord>
}

/** Each kind of record as it is exported, and imported. */
export type ServiceRecord = Awaited<ReturnType<typeof exportService>>
export type DomainRecord = ReturnType<typeof toDomainRecord>
export type MemberRecord = Pick<MemberDoc, 'role' | 'createdAt'> & { id: string; email: string | null }
export type ApiKeyRecord = ReturnType<typeof toApiKeyRecord>
export type WebhookRecord = ReturnType<typeof toWebhookRecord>
export type UsageRecord = ReturnType<typeof toUsageRecord>
export type AuditRecord = ReturnType<typeof toAuditRecord>

/**
 * The service itself for an export, with its logo as a data URL and the hash of its lock's password; for the operator, who needs no
 * membership. @throws NOT_FOUND
 */
export async function exportService(deps: Deps, id: string) {
  const service = await findService(deps, id)
  if (!service) throw new AppError('NOT_FOUND', 'No such service')
  const { name, retentionDays, createdAt, accentColor, theme, locale, plan, logoDigest, accessLock } = service
  const logo = logoDigest ? await findLogo(deps, logoDigest) : null
  const logoUrl = logo && `data:${logo.contentType};base64,${logo.bytes.toString('base64')}`
  const lock = accessLock && { isEnabled: accessLock.isEnabled, passwordHash: accessLock.passwordHash }
  return {
    id,
    name,
    retentionDays,
    createdAt,
    accentColor,
    theme,
    locale,
    plan,
    logo: logoUrl,
    accessLock: lock ?? null,
  }
}

/** The records of a service but its addresses and messages, read page by page as they are taken. */
export function exportRecords(deps: Deps, serviceId: string): ServiceRecords {
  const { db } = deps
  const of = { serviceId }
  return {
    domains: each(domainModel.in(db), of, toDomainRecord),
    members: eachMember(deps, serviceId),
    'api-keys': each(apiKeyModel.in(db), of, toApiKeyRecord),
    webhooks: each(webhookModel.in(db), of, toWebhookRecord),
    usage: each(usageDayModel.in(db), of, toUsageRecord),
    'audit-log': each(auditEntryModel.in(db), of, toAuditRecord),
  }
}

/** The addresses of a service, oldest first, read page by page as they are taken. */
export async function* exportAddresses(deps: Deps, serviceId: string): AsyncGenerator<AddressRecord, void, void> {
  for await (const page of pagesOf(addressModel.in(deps.db), { serviceId })) {
    // `lastMessageAt` is stored a moment after the first mail, and without it no mail would be exported.
    const counts = await countMessages(
      deps,
      page.filter(({ lastMessageAt }) => lastMessageAt === null),
    )
    for (const address of page) {
      const lastMessageAt = address.lastMessageAt ?? counts.get(address._id)?.lastAt ?? null
      yield toAddressRecord({ ...address, lastMessageAt })
    }
  }
}

/** An address as it is exported. */
export type AddressRecord = ReturnType<typeof toAddressRecord>

async function* each<T extends { _id: string }, R>(
  collection: Collection<T>,
  filter: Filter<T>,
  toRecord: (found: T) => R,
): AsyncGenerator<R, void, void> {
  for await (const page of pagesOf(collection, filter)) yield* page.map(toRecord)
}

async function* pagesOf<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
): AsyncGenerator<T[], void, void> {
  for (let after = ''; ; ) {
    // By keys and not with one cursor: an export may take hours, and a cursor ends with the primary that it is open at.
    const page = await collection
      .aggregate<T>(
        [{ $match: { $and: [filter, { _id: { $gt: after } }] } }, { $sort: { _id: 1 } }, { $limit: pageSize }],
        {
          maxTimeMS: readBudgetMs,
        },
      )
      .toArray()
    yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last._id
  }
}

/** People have other ids in another installation: of a member it is the confirmed e-mail address that counts. */
async function* eachMember(deps: Deps, serviceId: string): AsyncGenerator<MemberRecord, void, void> {
  for await (const page of pagesOf<MemberDoc>(memberModel.in(deps.db), { serviceId })) {
    const users = await findUsers(
      deps,
      page.map(({ userId }) => userId).filter((userId) => userId !== null),
    )
    for (const member of page) {
      const { _id: id, role, createdAt } = member
      yield { id, email: confirmedEmail(member, users.get(member.userId ?? '')), role, createdAt }
    }
  }
}

const toDomainRecord = ({
  _id: id,
  hostname,
  state,
  publicInbox,
  ownershipToken,
  createdAt,
  verifiedAt,
}: DomainDoc) => ({
  ...{ id, hostname, state, publicInbox, ownershipToken, createdAt, verifiedAt },
})

const toApiKeyRecord = (key: ApiKeyDoc) => {
  const { _id: id, name, scope, isLive, hash, prefix, lastFour, createdAt, expiresAt, revokedAt, lastUsedAt } = key
  const { replacedBy = null } = key
  return { id, name, scope, isLive, hash, prefix, lastFour, createdAt, expiresAt, revokedAt, lastUsedAt, replacedBy }
}

const toWebhookRecord = (webhook: WebhookDoc) => {
  const { _id: id, url, description, events, filterOtpOnly, state, disabledReason, createdAt } = webhook
  const secrets = webhook.secrets.map(({ value, expiresAt }) => ({ value, expiresAt }))
  return { id, url, description, events, filterOtpOnly, state, disabledReason, secrets, createdAt }
}

const toUsageRecord = (usage: UsageDayDoc) => ({ day: usage.day, ...allCounts(usage), test: allCounts(usage.test) })

const allCounts = (counts: Counts = {}): Required<Counts> => ({
  messagesReceived: counts.messagesReceived ?? 0,
  messagesWithCode: counts.messagesWithCode ?? 0,
  apiRequests: counts.apiRequests ?? 0,
  addressesCreated: counts.addressesCreated ?? 0,
  deliveries: counts.deliveries ?? 0,
  bytesReceived: counts.bytesReceived ?? 0,
})

const toAuditRecord = ({ _id: id, actor, action, target, note, ip, requestId, at }: AuditEntryDoc) => ({
  ...{ id, actor, action, target, note, ip, requestId, at },
})

const toAddressRecord = (address: AddressDoc) => {
  const { _id: id, domainId, localPart, fullAddress, owner, isLive, passwordHash, expiresAt, createdAt } = address
  const { sessionHash = null, lastMessageAt, unusedUntil, clearedBefore = null } = address
  const idleUntil = unusedUntil ?? address.idleUntil ?? null
  return {
    ...{ id, domainId, localPart, fullAddress, owner, isLive, passwordHash, sessionHash },
    ...{ expiresAt, createdAt, lastMessageAt, idleUntil, clearedBefore },
  }
}
