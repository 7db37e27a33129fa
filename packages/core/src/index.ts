export {
  type ApiKeyCaller,
  assertMay,
  type Caller,
  callerId,
  type OperatorCaller,
  type Origin,
  type Person,
  type UserCaller,
  type VisitorCaller,
} from './access/caller.ts'
export { hashWithScrypt, matchesScrypt, unmatchableHash } from './access/scrypt.ts'
export { accountIssuer } from './accounts/account-issuer.ts'
export type { AccountDoc } from './accounts/account-model.ts'
export { endLogins } from './accounts/end-logins.ts'
export { findAccount, findAccountByEmail, listAccounts } from './accounts/find-accounts.ts'
export { grantToken } from './accounts/grant-token.ts'
export {
  changeAccount,
  createAccount,
  insertAccount,
  setAccountDisabled,
  setPassword,
} from './accounts/manage-accounts.ts'
export { assertMayHaveCertificate } from './addresses/allow-certificate.ts'
export { clearInbox, clearInboxByName, deleteAddress, extendAddress } from './addresses/change-address.ts'
export { type CreateAddressResult, createAddress } from './addresses/create-address.ts'
export { findAddressByName, findAwaitedInbox } from './addresses/find-address.ts'
export { generateAddress } from './addresses/generate-address.ts'
export { type InsertedAddresses, insertMissingAddresses } from './addresses/insert-missing-addresses.ts'
export { listAddresses } from './addresses/list-addresses.ts'
export { isMadeByFirstMail } from './addresses/new-address.ts'
export { toPublicInbox } from './addresses/public-inbox-shapes.ts'
export { type Recipient, type ResolveRecipient, recipientResolver } from './addresses/resolve-recipient.ts'
export { type GuardGuess, type Visit, visitInbox } from './addresses/visit-inbox.ts'
export { type AuthenticateApiKey, apiKeyAuthenticator } from './api-keys/authenticate-api-key.ts'
export {
  createApiKey,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
  revokeApiKeys,
  rotateApiKey,
} from './api-keys/manage-api-keys.ts'
export { listAuditLog, listWholeAuditLog } from './audit-log/list-audit-log.ts'
export { isKnownBillingEvent, rememberBillingEvent } from './billing/billing-events.ts'
export type { BillingEvent, BillingOrder, BillingProvider, PaymentProvider } from './billing/billing-provider.ts'
export { changePlan, listInvoices, openBillingPortal, startCheckout } from './billing/order-plan.ts'
export {
  type PlanCatalogue,
  type PlanTerms,
  planCatalogue,
  unlimitedPlans,
} from './billing/plan-catalogue.ts'
export { listPlans, readBilling } from './billing/read-billing.ts'
export { type ReportedSubscription, refreshSubscription } from './billing/refresh-subscription.ts'
export { type BriefCache, briefCache } from './caching/brief-cache.ts'
export { concurrencyLimit } from './concurrency-limit.ts'
export { connectDatabase } from './database/connect.ts'
export { databaseError, databaseErrorKind } from './database/errors.ts'
export { membersWithoutPrimary, type SetMember } from './database/members-without-primary.ts'
export { DatabaseSettingError, neededRole, settingError } from './database/setting-errors.ts'
export {
  claimDeliveries,
  countDueDeliveries,
  type DueWebhook,
  findDueWebhooks,
  giveBackDeliveries,
} from './deliveries/claim-deliveries.ts'
export { deleteDeliveries } from './deliveries/delete-deliveries.ts'
export { deliveryMessageId } from './deliveries/delivery-id.ts'
export type { AttemptDoc, DeliveryDoc } from './deliveries/delivery-model.ts'
export { type ClaimedDelivery, dispatchEvents } from './deliveries/dispatch-events.ts'
export { listDeliveries, readDelivery } from './deliveries/read-deliveries.ts'
export { type AttemptOutcome, type EndedAttempt, recordAttempts } from './deliveries/record-attempts.ts'
export { recoverWebhook, redeliver } from './deliveries/requeue-deliveries.ts'
export { testWebhook } from './deliveries/test-webhook.ts'
export { areEventsHeld, countUndispatched, findDispatchable } from './deliveries/undispatched-events.ts'
export type { Clock, Deps } from './deps.ts'
export { changeDomain } from './domains/change-domain.ts'
export type { DomainChecks } from './domains/check-domain.ts'
export { createDomain, insertDomain } from './domains/create-domain.ts'
export { findPresentDomains, findReceivingDomain, listDomains, readDomain } from './domains/find-domains.ts'
export { type MailHostGuard, mailHostGuard } from './domains/mail-host-guard.ts'
export { recheckDomains } from './domains/recheck-domains.ts'
export { previewDomainRemoval, removeDomain } from './domains/remove-domain.ts'
export { trustDomain, verifyDomain } from './domains/verify-domain.ts'
export { isOfManyOwners } from './domains/wildcards.ts'
export { type FeedEvent, openFeedStream, positionOf, toFeedEvents } from './feed/feed-changes.ts'
export { type PositionSigner, positionSigner } from './feed/position-signer.ts'
export { readMissed } from './feed/read-missed.ts'
export { endRun, giveBackLease, type JobState, type Lease, listJobs, renewLease, takeLease } from './leases/leases.ts'
export { changeMember, removeMember } from './members/change-member.ts'
export { inviteMember } from './members/invite-member.ts'
export { listMembers } from './members/memberships.ts'
export { deleteMessage, sweepMessages } from './messages/delete-messages.ts'
export { type ExportedMessage, exportMessages } from './messages/export-messages.ts'
export { type ImportedMessage, importMessages } from './messages/import-messages.ts'
export { listMessages } from './messages/list-messages.ts'
export { prepareCopies } from './messages/mail-copies.ts'
export { arrivalOf, newestMessageId, positionBefore, watchMessages } from './messages/message-arrivals.ts'
export type { MailEnvelope } from './messages/message-model.ts'
export { packSummary, unpackSummary } from './messages/message-shapes.ts'
export { attachmentBytes, type IncomingMail, type IncomingMessage } from './messages/new-message.ts'
export { type MessageBodies, openSource, readBodies, readMessage, readSource } from './messages/read-message.ts'
export { type ReceiveOutcome, receiveMessages } from './messages/receive-messages.ts'
export { forgetLoginDevice, isLoginDevice, rememberLoginDevice } from './oidc-records/login-devices.ts'
export {
  consumeOidcRecord,
  findOidcGrant,
  findOidcRecord,
  findOidcRecordByUid,
  type OidcGrant,
  type OidcRecord,
  putOidcRecord,
  putTokenGrant,
  removeOidcFamily,
  removeOidcRecord,
  removeOidcRecordsOfGrant,
} from './oidc-records/oidc-records.ts'
export type { SigningKeyDoc } from './oidc-records/signing-key-model.ts'
export { createSigningKey, listSigningKeys, type NewSigningKey } from './oidc-records/signing-keys.ts'
export { type CursorScope, decodeCursor, encodeCursor } from './paging/cursor.ts'
export { positionAt } from './paging/position-at.ts'
export { defaultSearchWaitMs, type SearchQueue, searchQueue } from './paging/search-queue.ts'
export { type ProcessMemory, processMemory } from './process-memory.ts'
export {
  type RateLimit,
  type RateLimiter,
  type RateReservation,
  type RateVerdict,
  rateLimiter,
} from './rate-limits/rate-limiter.ts'
export { type CollectionError, collectionErrors } from './schema/collection-errors.ts'
export { ensureCollections, uncheckedCollections } from './schema/ensure-collections.ts'
export {
  type AddressRecord,
  type ApiKeyRecord,
  type DomainRecord,
  exportAddresses,
  exportRecords,
  exportService,
  type MemberRecord,
  type ServiceRecord,
  type WebhookRecord,
} from './schema/export-records.ts'
export {
  findHeldHosts,
  findHeldUnderWildcards,
  findTakenIds,
  findTakenKeys,
  findTakenNames,
  type IdentifiedRecord,
} from './schema/import-conflicts.ts'
export { type ImportedAddress, importAddresses, importAuditLog, importUsage } from './schema/import-records.ts'
export {
  assertImporting,
  beginImport,
  findImport,
  finishImport,
  type ImportReference,
} from './schema/import-service.ts'
export { type GuardUnlock, type LockedService, unlockService, unlockStatus } from './services/access-lock.ts'
export { deleteService, previewServiceDeletion } from './services/delete-service.ts'
export { assertServiceExists, hasAnyService, listServices, readService } from './services/find-services.ts'
export { type FindSite, type Site, siteFinder } from './services/find-site.ts'
export { setPlan } from './services/give-plan.ts'
export { findLogo } from './services/logos.ts'
export { changeService, createService, insertService } from './services/manage-services.ts'
export { recordQuotaLevels } from './services/message-quota.ts'
export type { ServicePayment } from './services/service-model.ts'
export { readPayment, rememberCustomer, replaceCheckout } from './services/service-payment.ts'
export { summarizeQuotas } from './services/summarize-quotas.ts'
export { correctMessageCounts } from './usage/correct-counts.ts'
export { endReceiver, flushMessageCounts, renewReceiver } from './usage/count-messages.ts'
export { readUsage } from './usage/read-usage.ts'
export { usageMemory } from './usage/usage-memory.ts'
export { flushTally, tally } from './usage/usage-tally.ts'
export { type CallerOfUser, callerOfUser, type UserCall } from './users/caller-of-user.ts'
export { describeMe, listUsers, type PersonListItem } from './users/find-users.ts'
export type { Identity } from './users/upsert-user.ts'
export { findWebhooks, summarizeWebhooks } from './webhooks/find-webhooks.ts'
export { changeWebhook, createWebhook, deleteWebhook, rotateWebhookSecret } from './webhooks/manage-webhooks.ts'
export { listWebhooks, readWebhook } from './webhooks/read-webhooks.ts'
export { disableWebhook, recordWebhookFailure, recordWebhookSuccess } from './webhooks/webhook-health.ts'
export type { WebhookDoc } from './webhooks/webhook-model.ts'
export { type WebhookTargets, webhookTargets } from './webhooks/webhook-targets.ts'
