export {
  type AddressListItem,
  type CreateAddressInput,
  type CreatedAddress,
  createAddressInput,
  createAddressOutput,
  createdAddress,
  type ListAddressesInput,
  listAddressesInput,
  listAddressesOutput,
} from './addresses.ts'
export { type ApiKeyScope, apiKeyScope, apiKeyScopes, scopeIncludes } from './api-keys.ts'
export { AppError, type ErrorBody, type ErrorCode, type ErrorDetail, errorAnswers, faultAt } from './errors.ts'
export { isUlid, requestIdPattern } from './ids.ts'
export { limits } from './limits.ts'
export { foldHostname, localPartPattern, type MailAddress, mailHost, parseMailAddress } from './mail-address.ts'
export {
  type ListMessagesInput,
  listMessagesInput,
  listMessagesOutput,
  type Message,
  type MessageListItem,
  readMessageInput,
  readMessageOutput,
  tagPattern,
} from './messages.ts'
export type { Page } from './paging.ts'
