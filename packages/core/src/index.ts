export type { AccountDoc } from './accounts/account-model.ts'
export { createAccount } from './accounts/add-account.ts'
export { changeAccount, setAccountDisabled, setPassword } from './accounts/change-account.ts'
export { insertAccount } from './accounts/create-account.ts'
export { findAccount, findAccountByEmail } from './accounts/find-account.ts'
export { grantToken } from './accounts/grant-token.ts'
export { listAccounts } from './accounts/list-accounts.ts'
export { clearInbox } from './addresses/clear-inbox.ts'
export { type CreateAddressResult, createAddress } from './addresses/create-address.ts'
export { deleteAddress } from './addresses/delete-address.ts'
export { extendAddress } from './addresses/extend-address.ts'
export { findAddressByName } from './addresses/find-address.ts'
export { findAwaitedInbox } from './addresses/find-awaited-inbox.ts'
export { listAddresses } from './addresses/list-addresses.ts'
export {
  isMadeByFirstMail,
  type Recipient,
  type ResolveRecipient,
  recipientResolver,
} from './addresses/resolve-recipient.ts'
export { type AuthenticateApiKey, apiKeyAuthenticator } from './api-keys/authenticate-api-key.ts'
export { createApiKey, insertApiKey } from './api-keys/create-api-key.ts'
export { listApiKeys } from './api-keys/list-api-keys.ts'
export { revokeApiKey, revokeApiKeys } from './api-keys/revoke-api-key.ts'
export { rotateApiKey } from './api-keys/rotate-api-key.ts'
export { listAuditLog, listWholeAuditLog } from './audit-log/list-audit-log.ts'
export { bounded } from './bounded.ts'
export { type BriefCache, briefCache } from './caching/brief-cache.ts'
export {
  type ApiKeyCaller,
  assertMay,
  type Caller,
  callerId,
  type OperatorCaller,
  type Origin,
  type Person,
  type UserCaller,
} from './caller.ts'
export { type CollectionFault, collectionFaults } from './database/collection-faults.ts'
export { connectDatabase } from './database/connect.ts'
export { ensureCollections } from './database/ensure-collections.ts'
export { databaseFault, databaseFaultKind } from './database/faults.ts'
export { membersWithoutPrimary, type SetMember } from './database/members-without-primary.ts'
export { DatabaseSettingFault, neededRole, settingFault } from './database/setting-faults.ts'
export type { Clock, Deps } from './deps.ts'
export { createDomain } from './domains/add-domain.ts'
export { changeDomain } from './domains/change-domain.ts'
export { insertDomain } from './domains/create-domain.ts'
export { findReceivingDomain } from './domains/find-domain.ts'
export { listDomains } from './domains/list-domains.ts'
export { type MailHostGuard, mailHostGuard } from './domains/mail-host-guard.ts'
export { previewDomainRemoval, removeDomain } from './domains/remove-domain.ts'
export { type DomainDns, trustDomain, verifyDomain } from './domains/verify-domain.ts'
export { giveBackLease, type Lease, renewLease, takeLease } from './leases/leases.ts'
export { changeMember } from './members/change-member.ts'
export { inviteMember } from './members/invite-member.ts'
export { listMembers } from './members/list-members.ts'
export { removeMember } from './members/remove-member.ts'
export { deleteMessage } from './messages/delete-message.ts'
export { listMessages } from './messages/list-messages.ts'
export type { MailEnvelope } from './messages/message-model.ts'
export { packSummary, unpackSummary } from './messages/message-summary.ts'
export { attachmentBytes, type IncomingMail, type IncomingMessage, messageExpiry } from './messages/new-message.ts'
export { newestMessageId } from './messages/newest-message-id.ts'
export { positionBefore } from './messages/position-before.ts'
export { prepareCopies } from './messages/prepare-copies.ts'
export { readMessage } from './messages/read-message.ts'
export { readSource } from './messages/read-source.ts'
export { type ReceiveOutcome, receiveMessages } from './messages/receive-messages.ts'
export { sweepMessages } from './messages/sweep-messages.ts'
export { arrivalOf, watchMessages } from './messages/watch-messages.ts'
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
export { type CursorScope, encodeCursor } from './paging/cursor.ts'
export { defaultSearchWaitMs, type SearchQueue, searchQueue } from './paging/search-turns.ts'
export { type RateLimit, type RateLimiter, type RateVerdict, rateLimiter } from './rate-limits/rate-limiter.ts'
export { createService } from './services/add-service.ts'
export { changeService } from './services/change-service.ts'
export { insertService } from './services/create-service.ts'
export { assertServiceExists, hasAnyService } from './services/find-service.ts'
export { listServices } from './services/list-services.ts'
export { type CallerOfUser, callerOfUser, type UserCall } from './users/caller-of-user.ts'
export { describeMe } from './users/describe-me.ts'
export type { KnownPerson } from './users/known-person.ts'
export { listUsers } from './users/list-users.ts'
export type { Identity } from './users/see-user.ts'
