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
export { assertMayHaveCertificate } from './addresses/allow-certificate.ts'
export { deleteAddress, extendAddress } from './addresses/change-address.ts'
export { type CreateAddressResult, createAddress } from './addresses/create-address.ts'
export { findAddressByName, findAwaitedInbox } from './addresses/find-address.ts'
export { generateAddress } from './addresses/generate-address.ts'
export { type InsertedAddresses, insertMissingAddresses } from './addresses/insert-missing-addresses.ts'
export { isMadeByFirstMail, newAddressWindow } from './addresses/new-address.ts'
export { toPublicInbox } from './addresses/public-inbox-shapes.ts'
export { type Recipient, type ResolveRecipient, recipientResolver } from './addresses/resolve-recipient.ts'
export { flushArrivals } from './addresses/touch-addresses.ts'
export { type Entry, type GuardGuess, type Visit, visitInbox } from './addresses/visit-inbox.ts'
export { type AuthenticateApiKey, apiKeyAuthenticator } from './api-keys/authenticate-api-key.ts'
export {
  createApiKey,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
  revokeApiKeys,
  rotateApiKey,
} from './api-keys/manage-api-keys.ts'
export { listWholeAuditLog } from './audit-log/list-entries.ts'
export { isKnownBillingEvent, rememberBillingEvent } from './billing/billing-events.ts'
export type { BillingEvent, BillingOrder, BillingProvider, PaymentProvider } from './billing/billing-provider.ts'
export { endReceiver, flushMessageCounts, renewReceiver } from './billing/count-messages.ts'
export { recordQuotaLevels } from './billing/message-quota.ts'
export { readUsage } from './billing/read-usage.ts'
export { summarizeQuotas } from './billing/summarize-quotas.ts'
export { usageMemory } from './billing/usage-memory.ts'
export { flushTally, tally } from './billing/usage-tally.ts'
export { type BriefCache, briefCache } from './caching/brief-cache.ts'
export { connectDatabase } from './database/connect.ts'
export { databaseError, databaseErrorKind } from './database/errors.ts'
export { membersWithoutPrimary, type SetMember } from './database/members-without-primary.ts'
export { DatabaseSettingError, neededRole, settingError } from './database/setting-errors.ts'
export type { Clock, Deps } from './deps.ts'
export { areEventsHeld, countUndispatched, dispatchEvents, findDispatchable } from './dispatch/dispatch-events.ts'
export type { DomainChecks } from './domain-owners/check-domain.ts'
export { createDomain } from './domain-owners/create-domain.ts'
export { recheckDomains } from './domain-owners/recheck-domains.ts'
export { previewDomainRemoval, removeDomain } from './domain-owners/remove-domain.ts'
export { trustDomain, verifyDomain } from './domain-owners/verify-domain.ts'
export { changeDomain } from './domains/change-domain.ts'
export { findPresentDomains, findReceivingDomain, listDomains, readDomain } from './domains/find-domains.ts'
export { type FindSite, type Site, siteFinder } from './domains/find-site.ts'
export { type MailHostGuard, mailHostGuard } from './domains/mail-host-guard.ts'
export { insertDomain } from './domains/store-domain.ts'
export { isOfManyOwners } from './domains/wildcards.ts'
export { endRun, giveBackLease, type JobState, type Lease, listJobs, renewLease, takeLease } from './leases/leases.ts'
export { type FeedEvent, openFeedStream, positionOf, toFeedEvents } from './live-feed/feed-changes.ts'
export { type PositionSigner, positionSigner } from './live-feed/position-signer.ts'
export { readMissed } from './live-feed/read-missed.ts'
export { accountIssuer } from './logins/account-issuer.ts'
export type { AccountDoc } from './logins/account-model.ts'
export { endLogins } from './logins/end-logins.ts'
export { findAccount, findAccountByEmail, listAccounts } from './logins/find-accounts.ts'
export { grantToken } from './logins/grant-token.ts'
export { forgetLoginDevice, isLoginDevice, rememberLoginDevice } from './logins/login-devices.ts'
export {
  addAccountToService,
  changeAccount,
  createAccount,
  insertAccount,
  setAccountDisabled,
  setPassword,
} from './logins/manage-accounts.ts'
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
} from './logins/oidc-records.ts'
export type { SigningKeyDoc } from './logins/signing-key-model.ts'
export { createSigningKey, listSigningKeys, type NewSigningKey } from './logins/signing-keys.ts'
export { clearInbox, clearInboxByName } from './messages/clear-inbox.ts'
export { deleteMessage } from './messages/delete-messages.ts'
export { type ExportedMessage, exportMessages } from './messages/export-messages.ts'
export { type ImportedMessage, importMessages } from './messages/import-messages.ts'
export { listAddresses } from './messages/list-addresses.ts'
export { listMessages } from './messages/list-messages.ts'
export { prepareCopies } from './messages/mail-copies.ts'
export { readAction } from './messages/message-action.ts'
export { arrivalOf, newestMessage, positionBefore, watchMessages } from './messages/message-arrivals.ts'
export type { MailEnvelope } from './messages/message-model.ts'
export { packSummary, unpackSummary } from './messages/message-shapes.ts'
export { attachmentBytes, type IncomingMail, type IncomingMessage } from './messages/new-message.ts'
export { type MessageBodies, openSource, readBodies, readMessage, readSource } from './messages/read-message.ts'
export { type ReceiveOutcome, receiveMessages } from './messages/receive-messages.ts'
export { mendReceiver } from './messages/received-messages.ts'
export { type CursorScope, decodeCursor, encodeCursor } from './paging/cursor.ts'
export { positionAt } from './paging/position-at.ts'
export { defaultSearchWaitMs, type SearchQueue, searchQueue } from './paging/search-queue.ts'
export { type CallerOfUser, callerOfUser, type UserCall } from './people/caller-of-user.ts'
export { changeMember, removeMember } from './people/change-member.ts'
export { describeMe, listUsers, type PersonListItem } from './people/find-users.ts'
export { acceptInvitation, declineInvitation, listInvitations } from './people/invitations.ts'
export { inviteMember } from './people/invite-member.ts'
export { listMembers } from './people/memberships.ts'
export type { Identity } from './people/upsert-user.ts'
export { type PlanCatalogue, type PlanTerms, planCatalogue, unlimitedPlans } from './plans/plan-catalogue.ts'
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
export { type GuardUnlock, type LockedService, unlockService, unlockStatus } from './services/access-lock.ts'
export { assertServiceExists, findMaker, hasAnyService, listServices, readService } from './services/find-services.ts'
export { listAuditLog } from './services/list-audit-log.ts'
export { findLogo } from './services/logos.ts'
export { changeService, insertService } from './services/manage-services.ts'
export type { ServicePayment } from './services/service-model.ts'
export { readPayment, rememberCustomer, replaceCheckout } from './services/service-payment.ts'
export { deleteDeliveries } from './webhooks/delete-deliveries.ts'
export type { AttemptDoc, DeliveryDoc } from './webhooks/delivery-model.ts'
export { deliveryMessageId } from './webhooks/delivery-shapes.ts'
export { findWebhooks, summarizeWebhooks } from './webhooks/find-webhooks.ts'
export { changeWebhook, createWebhook, deleteWebhook, rotateWebhookSecret } from './webhooks/manage-webhooks.ts'
export {
  type ClaimedDelivery,
  claimDeliveries,
  countDueDeliveries,
  findDueWebhooks,
  giveBackDeliveries,
} from './webhooks/outbox.ts'
export { listDeliveries, readDelivery } from './webhooks/read-deliveries.ts'
export { listWebhooks, readWebhook } from './webhooks/read-webhooks.ts'
export {
  type AttemptOutcome,
  attemptRecorder,
  type EndedAttempt,
  recordWebhookFailure,
} from './webhooks/record-attempts.ts'
export { recoverWebhook, redeliver } from './webhooks/requeue-deliveries.ts'
export { testWebhook } from './webhooks/test-webhook.ts'
export type { WebhookDoc } from './webhooks/webhook-model.ts'
export { type WebhookTargets, webhookTargets } from './webhooks/webhook-targets.ts'
export { createService } from './whole-service/create-service.ts'
export { deleteService, previewServiceDeletion } from './whole-service/delete-service.ts'
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
} from './whole-service/export-records.ts'
export { setPlan } from './whole-service/give-plan.ts'
export {
  findHeldHosts,
  findHeldUnderWildcards,
  findTakenIds,
  findTakenKeys,
  findTakenNames,
  type IdentifiedRecord,
} from './whole-service/import-conflicts.ts'
export { type ImportedAddress, importAddresses, importAuditLog, importUsage } from './whole-service/import-records.ts'
export {
  assertImporting,
  beginImport,
  findImport,
  finishImport,
  type ImportReference,
} from './whole-service/import-service.ts'
export { changePlan, listInvoices, openBillingPortal, startCheckout } from './whole-service/order-plan.ts'
export { listPlans, readBilling } from './whole-service/read-billing.ts'
export { type ReportedSubscription, refreshSubscription } from './whole-service/refresh-subscription.ts'
export { sweepMessages } from './whole-service/sweep-messages.ts'
export { countUnusedAddresses, deleteUnusedAddresses, removeUnusedAddresses } from './whole-service/unused-addresses.ts'
