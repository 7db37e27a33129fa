import { type Db, MongoServerError } from 'mongodb'
import { accountModel } from '../accounts/account-model.ts'
import { addressModel } from '../addresses/address-model.ts'
import { apiKeyModel } from '../api-keys/api-key-model.ts'
import { auditEntryModel } from '../audit-log/audit-entry-model.ts'
import { billingEventModel } from '../billing/billing-event-model.ts'
import { DatabaseSettingFault } from '../database/setting-faults.ts'
import { deliveryModel } from '../deliveries/delivery-model.ts'
import { domainModel } from '../domains/domain-model.ts'
import { eventModel } from '../events/event-model.ts'
import { feedEventModel } from '../feed/feed-event-model.ts'
import { idempotencyKeyModel } from '../idempotency/idempotency-key-model.ts'
import { leaseModel } from '../leases/lease-model.ts'
import { memberModel } from '../members/member-model.ts'
import { rawChunkModel, sharedContentModel } from '../messages/large-parts-model.ts'
import { messageModel } from '../messages/message-model.ts'
import { sweepOrderModel } from '../messages/sweep-order-model.ts'
import { oidcRecordModel } from '../oidc-records/oidc-record-model.ts'
import { signingKeyModel } from '../oidc-records/signing-key-model.ts'
import { rateWindowModel } from '../rate-limits/rate-window-model.ts'
import { logoModel } from '../services/logo-model.ts'
import { serviceModel } from '../services/service-model.ts'
import { unlockTokenModel } from '../services/unlock-token-model.ts'
import { receiverModel } from '../usage/receiver-model.ts'
import { usageDayModel } from '../usage/usage-day-model.ts'
import { userModel } from '../users/user-model.ts'
import { webhookModel } from '../webhooks/webhook-model.ts'

const namespaceExistsCode = 48

/** Every collection. */
export const models = [
  accountModel,
  addressModel,
  apiKeyModel,
  auditEntryModel,
  billingEventModel,
  deliveryModel,
  domainModel,
  eventModel,
  feedEventModel,
  idempotencyKeyModel,
  leaseModel,
  logoModel,
  memberModel,
  messageModel,
  oidcRecordModel,
  rateWindowModel,
  rawChunkModel,
  receiverModel,
  serviceModel,
  sharedContentModel,
  signingKeyModel,
  sweepOrderModel,
  unlockTokenModel,
  usageDayModel,
  userModel,
  webhookModel,
]

/** Indexes of messages that were not packed, or whose summary was not: this version cannot read those. */
const outdatedIndexes = [
  'addressId_1__id_-1_expiresAt_1',
  'addressId_1__id_-1_expiresAt_1_isRead_1_otpCode_1_summary_1',
]

/**
 * Creates every collection and index that is missing; safe to run at every start and in several processes at once.
 * @throws DatabaseSettingFault where the database has messages in a format from before the first release
 */
export async function ensureCollections(db: Db): Promise<void> {
  await Promise.all(models.map((model) => ensureCollection(db, model)))
}

async function ensureCollection(db: Db, model: (typeof models)[number]): Promise<void> {
  const { name, compressor, indexes } = model
  const storage = compressor
    ? { storageEngine: { wiredTiger: { configString: `block_compressor=${compressor}` } } }
    : {}
  try {
    await db.createCollection(name, storage)
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== namespaceExistsCode) throw error
  }
  if (name === messageModel.name && (await hasOutdatedIndex(db)))
    throw new DatabaseSettingFault(
      'The database holds messages from before the first release: use an empty one (locally, remove .inlet)',
    )
  if (indexes.length > 0) await db.collection(name).createIndexes(indexes)
}

async function hasOutdatedIndex(db: Db): Promise<boolean> {
  const names = Object.keys(await db.collection(messageModel.name).indexInformation())
  return outdatedIndexes.some((outdated) => names.includes(outdated))
}
