export {
  type AddressListItem,
  type CreateAddressInput,
  type CreatedAddress,
  createAddressInput,
  createAddressOutput,
  createdAddress,
  deleteAddressInput,
  extendAddressInput,
  extendAddressOutput,
  type ListAddressesInput,
  listAddressesInput,
  listAddressesOutput,
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
export {
  type AuditAction,
  type AuditEntry,
  auditLogFilters,
  type ListAuditLogInput,
  listAuditLogInput,
  listAuditLogOutput,
} from './audit-log.ts'
export { type Branding, brandingDefaults, brandingFields, locales, themes } from './branding.ts'
export { type DetailCode, detailCodes, detailCodesOf, isDetailCode } from './detail-codes.ts'
export {
  type ChangeDomainInput,
  type CreateDomainInput,
  changeDomainInput,
  changeDomainOutput,
  createDomainInput,
  createDomainOutput,
  type DnsRecord,
  type Domain,
  type ListDomainsInput,
  listDomainsInput,
  listDomainsOutput,
  type RemoveDomainInput,
  removeDomainInput,
  verifyDomainInput,
  verifyDomainOutput,
} from './domains.ts'
export { emailInBody, foldEmail } from './email.ts'
export { type ErrorCode, errorMapping } from './error-codes.ts'
export { AppError, type ErrorBody, type ErrorDetail, errorBody } from './errors.ts'
export { type EventPayload, eventPayload } from './events.ts'
export { example } from './examples.ts'
export { rateLimitHeaders, requestIdPattern } from './headers.ts'
export { dayMs, daySeconds, hourMs, limits } from './limits.ts'
export {
  foldHostname,
  fullAddressInPath,
  isAtUnnamedHost,
  localPartPattern,
  type MailAddress,
  mailHost,
  parseMailAddress,
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
  type Role,
  removeMemberInput,
  role,
  roleIncludes,
  roles,
} from './members.ts'
export { type MessagePartName, type MessageParts, messagePartNames } from './message-parts.ts'
export {
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
export { isUlid } from './scalars.ts'
export {
  type ChangeServiceInput,
  type CreateServiceInput,
  changeServiceInput,
  changeServiceOutput,
  createServiceInput,
  createServiceOutput,
  type ListServicesInput,
  listServicesInput,
  listServicesOutput,
  type Service,
} from './services.ts'
export { type Me, readMeOutput } from './users.ts'
