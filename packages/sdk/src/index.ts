export {
  InletApiError,
  InletError,
  InletNetworkError,
  InletTimeoutError,
  UnexpectedMessageError,
  WebhookVerificationError,
} from './errors.ts'
export type { Inbox } from './inbox.ts'
export { type AttachedFile, type CallOptions, Inlet, type NewAddress, type OpenOptions } from './inlet.ts'
export type { LinkWish } from './links.ts'
export type { Fetch, InletOptions } from './options.ts'
export type {
  Action,
  AddressListItem,
  Attachment,
  CreatedAddress,
  ErrorCode,
  ErrorDetail,
  Included,
  Link,
  MailHeader,
  Message,
  MessageFilter,
  MessageListItem,
  MessageWith,
  WaitOptions,
  WebhookEvent,
} from './types.ts'
export { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts'
