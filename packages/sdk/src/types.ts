import type { components, operations } from './generated-api.ts'

type Schemas = components['schemas']

/** An address as a list has it. */
export type AddressListItem = Schemas['AddressListItem']
/** An address that was just created. */
export type CreatedAddress = Schemas['CreatedAddress']
/** A message in a list: without its bodies. */
export type MessageListItem = Schemas['MessageListItem']
/** A message with its bodies. */
export type Message = Schemas['Message']
/** A file in a mail. */
export type Attachment = Schemas['Attachment']
/** A link in a mail. */
export type Link = Schemas['Link']
/** The link for which a message was sent. */
export type Action = Schemas['Action']
/** A field of a mail's head. */
export type MailHeader = Schemas['MailHeader']

/** The body of every response that is not 2xx. */
export type ErrorBody = Schemas['Error']
/** The closed set of codes that errors have. */
export type ErrorCode = ErrorBody['error']['code']
/** What exactly is wrong. */
export type ErrorDetail = NonNullable<ErrorBody['error']['details']>[number]

type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>
/** The query of a list of messages, as the API has it. */
export type ListMessagesQuery = Query<'listMessages'>
/** The query of a list of addresses, as the API has it. */
export type ListAddressesQuery = Query<'listAddresses'>
/** The body that makes an address, as the API has it. */
export type CreateAddressBody = operations['createAddress']['requestBody']['content']['application/json']

/** What a message can be asked to include. */
export type Included = keyof Pick<Message, 'links' | 'attachments' | 'attachmentContents' | 'headers' | 'action'>
/** A message with what was asked for. */
export type MessageWith<I extends Included> = Message & Required<Pick<Message, I>>

/** Which messages fit: all of these conditions hold. */
export interface MessageFilter {
  /** A part of `Name <address>` of the sender; case, accents and full-width forms do not matter. */
  from?: string
  /** A part of the subject; case, accents and full-width forms do not matter. */
  subject?: string
  /** Exactly one of the message's tags. */
  tag?: string
  /** Words in the subject or the visible text: every one must occur, `"…"` keeps a phrase. */
  text?: string
  /** Only messages with a one-time code. */
  hasCode?: true
  /** Only messages that were sent for a link: `include: ['action']` has it. */
  hasAction?: true
}

/** How long to wait for a message, and for which. */
export interface WaitOptions extends MessageFilter {
  /** 30 seconds, unless this or the client's `waitTimeoutMs` says otherwise. It may be longer than the server holds one call. */
  timeoutMs?: number
  /** Ends the wait; it then rejects with the signal's reason. */
  signal?: AbortSignal
}

/** The body of a webhook call: what happened, when, and the record. */
export type WebhookEvent =
  | { type: 'address.created'; timestamp: string; livemode: boolean; data: CreatedAddress & { serviceId: string } }
  | {
      type: 'message.received' | 'message.deleted'
      timestamp: string
      livemode: boolean
      data: MessageListItem & { serviceId: string }
    }
