export { type AccentReport, inboxColours, reportAccent } from './accent-contrast.ts'
export {
  type AddressListItem,
  type AddressMaker,
  addressMakers,
  type CreateAddressInput,
  type CreatedAddress,
  countUnusedAddressesInput,
  countUnusedAddressesOutput,
  createAddressInput,
  createAddressOutput,
  createdAddress,
  deleteAddressInput,
  deleteUnusedAddressesInput,
  deleteUnusedAddressesOutput,
  extendAddressInput,
  extendAddressOutput,
  type ListAddressesInput,
  listAddressesInput,
  listAddressesOutput,
  type UnusedAddressesInput,
} from './addresses.ts'
export {
  type ApiKey,
  type ApiKeyScope,
  apiKeyScope,
  apiKeyScopes,
  type CreateApiKeyInput,
  createApiKeyInput,
  createApiKeyOutput,
  type ListApiKeysInput,
  listApiKeysInput,
  listApiKeysOutput,
  type RotateApiKeyInput,
  revokeApiKeyInput,
  rotateApiKeyInput,
  rotateApiKeyOutput,
  scopeIncludes,
} from './api-keys.ts'
export { asciiLowerCase, asciiUpperCase } from './ascii-case.ts'
export { type AuditAction, auditActions } from './audit-actions.ts'
export {
  type AuditEntry,
  auditLogFilters,
  type ListAuditLogInput,
  listAuditLogInput,
  listAuditLogOutput,
} from './audit-log.ts'
export {
  type Billing,
  type BillingProviderKind,
  billingProviders,
  type ChangePlanInput,
  changePlanInput,
  changePlanOutput,
  type Invoice,
  type ListInvoicesInput,
  listInvoicesInput,
  listInvoicesOutput,
  listPlansInput,
  listPlansOutput,
  openBillingPortalInput,
  openBillingPortalOutput,
  type Plan,
  type QuotaName,
  readBillingInput,
  readBillingOutput,
  type StartCheckoutInput,
  startCheckoutInput,
  startCheckoutOutput,
} from './billing.ts'
export { type Branding, brandingDefaults, brandingFields, locales, themes } from './branding.ts'
export { type BrandingPreview, previewReady } from './branding-preview.ts'
export { type DashboardConfig, dashboardConfig } from './dashboard-config.ts'
export { type DetailCode, detailCodes, detailCodesOf, isDetailCode } from './detail-codes.ts'
export {
  type ChangeDomainInput,
  type CreateDomainInput,
  changeDomainInput,
  changeDomainOutput,
  createDomainInput,
  createDomainOutput,
  type DnsError,
  type DnsRecord,
  type Domain,
  type DomainChange,
  type ListDomainsInput,
  listDomainsInput,
  listDomainsOutput,
  type RemoveDomainInput,
  readDomainInput,
  readDomainOutput,
  removeDomainInput,
  verifyDomainInput,
  verifyDomainOutput,
} from './domains.ts'
export { emailInBody, foldEmail } from './email.ts'
export { type ErrorCode, errorMapping, type SmtpAnswer } from './error-codes.ts'
export { AppError, type ErrorBody, type ErrorDetail, errorBody } from './errors.ts'
export { type EventPayload, eventPayload } from './event-payload.ts'
export { events, type WebhookEvent, webhookEvents } from './events.ts'
export { example } from './examples.ts'
export { rateLimitHeaders, requestIdPattern } from './headers.ts'
export {
  answerInvitationInput,
  answerInvitationOutput,
  type Invitation,
  listInvitationsInput,
  listInvitationsOutput,
} from './invitations.ts'
export { dayMs, daySeconds, hourMs, limits } from './limits.ts'
export { type LiveEvent, type LiveInput, liveEvent, liveInput } from './live.ts'
export {
  foldDomainName,
  foldHostname,
  fullAddressInPath,
  isAtUnnamedHost,
  localPartPattern,
  type MailAddress,
  mailHost,
  parseMailAddress,
  reservedLocalParts,
} from './mail-address.ts'
export {
  type ChangeMemberInput,
  changeMemberInput,
  changeMemberOutput,
  type InviteMemberInput,
  inviteMemberInput,
  inviteMemberOutput,
  type ListMembersInput,
  listMembersInput,
  listMembersOutput,
  type Member,
  type RemoveMemberInput,
  removeMemberInput,
  role,
} from './members.ts'
export {
  listAttachmentsInput,
  listAttachmentsOutput,
  type ReadAttachmentInput,
  type RenderedMessage,
  readAttachmentInput,
  readMessageSourceInput,
  renderMessageInput,
  renderMessageOutput,
} from './message-files.ts'
export {
  type Action,
  type ActionKind,
  actionKinds,
  type MailPartName,
  type MessagePartName,
  type MessageParts,
  messagePartNames,
} from './message-parts.ts'
export {
  clearInboxInput,
  deleteMessageInput,
  type ListMessagesInput,
  listMessagesInput,
  listMessagesOutput,
  type Message,
  type MessageListItem,
  type ReadMessageInput,
  readMessageInput,
  readMessageOutput,
  tagPattern,
} from './messages.ts'
export { type Page, pageInput } from './paging.ts'
export {
  type DomainInfo,
  domainInfoInput,
  domainInfoOutput,
  platformDomainAllowedInput,
  platformDomainAllowedOutput,
  readLogoInput,
  type UnlockInput,
  type UnlockOutput,
  type UnlockStatusInput,
  type UnlockStatusOutput,
  unlockInput,
  unlockOutput,
  unlockStatusInput,
  unlockStatusOutput,
} from './public-hosts.ts'
export {
  type ClearPublicInboxInput,
  clearPublicInboxInput,
  type DeletePublicMessageInput,
  deletePublicMessageInput,
  type ExtendPublicAddressInput,
  extendPublicAddressInput,
  extendPublicAddressOutput,
  type GenerateAddressInput,
  generateAddressInput,
  generateAddressOutput,
  type PublicAddress,
  type PublicInbox,
  type PublicMessage,
  type PublicMessageListItem,
  type ReadPublicInboxInput,
  type ReadPublicInboxOutput,
  type ReadPublicMessageInput,
  readPublicInboxInput,
  readPublicInboxOutput,
  readPublicMessageInput,
  readPublicMessageOutput,
  visitorHeaders,
} from './public-inbox.ts'
export { isPublicName } from './public-name.ts'
export { type Role, roleIncludes, roles } from './roles.ts'
export { isUlid } from './scalars.ts'
export {
  type ChangeServiceInput,
  type CreateServiceInput,
  changeServiceInput,
  changeServiceOutput,
  createServiceInput,
  createServiceOutput,
  type DeleteServiceInput,
  deleteServiceInput,
  type ListServicesInput,
  listServicesInput,
  listServicesOutput,
  readServiceInput,
  readServiceOutput,
  type Service,
} from './services.ts'
export { contrast, textColourOn } from './text-colour.ts'
export { type ReadUsageInput, readUsageInput, readUsageOutput, type UsageCounts, type UsageDay } from './usage.ts'
export { endLoginsInput, type Me, readMeOutput } from './users.ts'
export {
  type AttemptError,
  type ChangeWebhookInput,
  type CreateWebhookInput,
  changeWebhookInput,
  changeWebhookOutput,
  createWebhookInput,
  createWebhookOutput,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDetail,
  type DeliveryState,
  deleteWebhookInput,
  deliveryStates,
  type ListDeliveriesInput,
  type ListWebhooksInput,
  listDeliveriesInput,
  listDeliveriesOutput,
  listWebhooksInput,
  listWebhooksOutput,
  type RecoverWebhookInput,
  readDeliveryInput,
  readDeliveryOutput,
  readWebhookInput,
  readWebhookOutput,
  recoverWebhookInput,
  recoverWebhookOutput,
  redeliverInput,
  redeliverOutput,
  rotateWebhookSecretInput,
  rotateWebhookSecretOutput,
  type TestWebhookInput,
  testWebhookInput,
  testWebhookOutput,
  type Webhook,
  type WebhookWithSecret,
} from './webhooks.ts'
export { isWildcard, zoneNameOf } from './wildcards.ts'
