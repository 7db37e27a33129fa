import { type CreateCollectionOptions, type Db, MongoServerError } from 'mongodb'
import { addressCountModel } from '../addresses/address-count-model.ts'
import { addressModel } from '../addresses/address-model.ts'
import { apiKeyModel } from '../api-keys/api-key-model.ts'
import { auditEntryModel } from '../audit-log/audit-entry-model.ts'
import { billingEventModel } from '../billing/billing-event-model.ts'
import { receiverModel } from '../billing/receiver-model.ts'
import { usageDayModel } from '../billing/usage-day-model.ts'
import { DatabaseSettingError } from '../database/setting-errors.ts'
import { domainModel } from '../domains/domain-model.ts'
import { feedEventModel } from '../feed-events/feed-event-model.ts'
import { idempotencyKeyModel } from '../idempotency/idempotency-key-model.ts'
import { leaseModel } from '../leases/lease-model.ts'
import { feedSecretModel } from '../live-feed/feed-secret-model.ts'
import { accountModel } from '../logins/account-model.ts'
import { oidcRecordModel } from '../logins/oidc-record-model.ts'
import { signingKeyModel } from '../logins/signing-key-model.ts'
import { rawChunkModel, sharedContentModel } from '../messages/large-parts-model.ts'
import { messageModel } from '../messages/message-model.ts'
import { memberModel } from '../people/member-model.ts'
import { userModel } from '../people/user-model.ts'
import { rateWindowModel } from '../rate-limits/rate-window-model.ts'
import { logoModel } from '../services/logo-model.ts'
import { serviceModel } from '../services/service-model.ts'
import { unlockTokenModel } from '../services/unlock-token-model.ts'
import { sweepOrderModel } from '../sweep-orders/sweep-order-model.ts'
import { deliveryModel } from '../webhooks/delivery-model.ts'
import { eventModel } from '../webhooks/event-model.ts'
import { webhookModel } from '../webhooks/webhook-model.ts'
import { generationOf, validation, validatorGeneration } from './validators.ts'

const namespaceExistsCode = 48
const unauthorizedCode = 13

/** Every collection. */
export const models = [
  accountModel,
  addressCountModel,
  addressModel,
  apiKeyModel,
  auditEntryModel,
  billingEventModel,
  deliveryModel,
  domainModel,
  eventModel,
  feedEventModel,
  feedSecretModel,
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
 * @throws DatabaseSettingError where the database has messages in a format from before the first release, and where an older validator is
 * there that the user may not replace
 */
export async function ensureCollections(db: Db): Promise<void> {
  await Promise.all(models.map((model) => ensureCollection(db, model)))
}

async function ensureCollection(db: Db, model: (typeof models)[number]): Promise<void> {
  const { name, compressor, document, isChecked, indexes } = model
  const storage = compressor
    ? { storageEngine: { wiredTiger: { configString: `block_compressor=${compressor}` } } }
    : {}
  try {
    await db.createCollection(name, { ...storage, ...(isChecked !== false && validation(document)) })
  } catch (error) {
    if (!isServerError(error, namespaceExistsCode)) throw error
    if (isChecked !== false) await updateValidator(db, model)
  }
  if (name === messageModel.name && (await hasOutdatedIndex(db)))
    throw new DatabaseSettingError(
      'The database holds messages from before the first release: use an empty one (locally, remove .inlet)',
    )
  if (indexes.length > 0) await db.collection(name).createIndexes(indexes)
}

const isServerError = (error: unknown, code: number) => error instanceof MongoServerError && error.code === code

/**
 * Gives an existing collection the validator of this version, unless a newer version has been there: while both run side by side, a restart
 * of the older one must not refuse what the newer one writes.
 */
async function updateValidator(db: Db, { name, document }: (typeof models)[number]): Promise<void> {
  const generation = async () => generationOf((await optionsOf(db, name))?.validator)
  const found = await generation()
  try {
    // Read again: an older version that starts at the same time may have set its own in between.
    for (let present = found; present < validatorGeneration; present = await generation()) {
      await db.command({ collMod: name, ...validation(document) })
    }
  } catch (error) {
    // The role readWrite may create a collection with a validator, and not change it: dbAdmin may.
    if (!isServerError(error, unauthorizedCode)) throw error
    if (found > 0) {
      throw new DatabaseSettingError(
        `The database checks the documents of ${name} by the rules of an older version, and its user may not change that: grant it the role dbAdmin on the database, for one start or always`,
      )
    }
  }
}

async function optionsOf(db: Db, name: string): Promise<CreateCollectionOptions | undefined> {
  const [found] = await db.listCollections({ name }).toArray()
  return found && 'options' in found ? found.options : undefined
}

/** The collections that exist without a validator of this version or a newer one. */
export async function uncheckedCollections(db: Db): Promise<string[]> {
  const found = await db.listCollections().toArray()
  const checked = found.filter(
    (each) => 'options' in each && generationOf(each.options?.validator) >= validatorGeneration,
  )
  const names = new Set(checked.map(({ name }) => name))
  return found
    .map(({ name }) => name)
    .filter((name) => !names.has(name) && models.some((model) => model.name === name && model.isChecked !== false))
}

async function hasOutdatedIndex(db: Db): Promise<boolean> {
  const names = Object.keys(await db.collection(messageModel.name).indexInformation())
  return outdatedIndexes.some((outdated) => names.includes(outdated))
}
