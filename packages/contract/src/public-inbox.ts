import { z } from 'zod'
import { branding } from './branding.ts'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { fullAddressInPath, fullAddressOut, localPartInBody } from './mail-address.ts'
import { attachmentFields, publicLink } from './message-parts.ts'
import { messageListItem } from './messages.ts'
import { checkedAtOnce, dataEnvelope, pageInput, pageMeta } from './paging.ts'
import { hostInInput } from './public-hosts.ts'
import { countOut, decimalInteger, timestampOut, ulid } from './scalars.ts'
import { cursorExcludesWait, waitFields } from './waiting.ts'

/** Objects */

const ttlSecondsLeft = countOut.meta({ description: 'Always 0: addresses are permanent.' })
const farFuture = timestampOut.meta({ description: 'About ten years ahead. Addresses are permanent.' })

/** An address that a visitor made (specification section 2.3). */
export const publicAddress = z
  .object({
    full: fullAddressOut,
    hostname: z.string(),
    expiresAt: farFuture,
    ttlSecondsLeft,
    sessionToken: z.string().meta({
      description:
        'For `X-Inbox-Session`: its holder owns the address. Shown only once; valid as long as the address exists.',
    }),
  })
  .meta({
    id: 'PublicAddress',
    description: 'An address created by a visitor.',
    examples: [
      {
        full: example.fullAddress,
        hostname: example.hostname,
        expiresAt: example.addressExpiresAt,
        ttlSecondsLeft: 0,
        sessionToken: example.sessionToken,
      },
    ],
  })
export type PublicAddress = z.infer<typeof publicAddress>

/** A message as a visitor's list has it. */
export const publicMessageListItem = messageListItem
  .pick({
    id: true,
    fromAddr: true,
    fromName: true,
    subject: true,
    preview: true,
    isRead: true,
    otpCode: true,
    tags: true,
    receivedAt: true,
    expiresAt: true,
  })
  .meta({
    id: 'PublicMessageListItem',
    description: 'A message in a list of the web inbox.',
    examples: [
      {
        id: example.messageId,
        fromAddr: 'no-reply@shop.example',
        fromName: 'Shop',
        subject: 'Your code is 482913',
        preview: 'Your code is 482913. It is good for ten minutes.',
        isRead: false,
        otpCode: '482913',
        tags: ['auth:pass', 'otp', 'tls'],
        receivedAt: example.receivedAt,
        expiresAt: example.messageExpiresAt,
      },
    ],
  })
export type PublicMessageListItem = z.infer<typeof publicMessageListItem>

const publicInboxAddress = z
  .object({
    full: fullAddressOut,
    hostname: z.string(),
    hasPassword: z.boolean().meta({ description: 'Whether `X-Inbox-Password` is needed.' }),
    hasOwner: z.boolean().meta({
      description:
        'Whether deleting needs the owner’s `X-Inbox-Session`. False for an address that its first mail created, and for one that does not exist yet.',
    }),
    expiresAt: farFuture,
    ttlSecondsLeft,
  })
  .meta({
    examples: [
      {
        full: example.fullAddress,
        hostname: example.hostname,
        hasPassword: false,
        hasOwner: true,
        expiresAt: example.addressExpiresAt,
        ttlSecondsLeft: 0,
      },
    ],
  })

/** An inbox as its page shows it. */
export const publicInbox = z
  .object({
    service: branding,
    address: publicInboxAddress,
    messages: z.array(publicMessageListItem).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'PublicInbox', description: 'An inbox with a page of its messages.' })
export type PublicInbox = z.infer<typeof publicInbox>

/** A message as its page shows it (specification section 2.4). */
export const publicMessage = publicMessageListItem
  .pick({ id: true, fromAddr: true, fromName: true, subject: true, receivedAt: true, otpCode: true })
  .extend({
    renderedHtml: z.string().meta({
      description:
        'A sanitised HTML document: no scripts, no forms, and it loads nothing. Show it in a sandboxed frame.',
    }),
    blockedLoads: countOut.meta({ description: 'The number of images and other remote resources that were removed.' }),
    links: z.array(publicLink),
    attachments: z.array(attachmentFields.pick({ index: true, filename: true, contentType: true, sizeBytes: true })),
  })
  .meta({
    id: 'PublicMessage',
    description: 'A message of the web inbox.',
    examples: [
      {
        id: example.messageId,
        fromAddr: 'no-reply@shop.example',
        fromName: 'Shop',
        subject: 'Your code is 482913',
        receivedAt: example.receivedAt,
        otpCode: '482913',
        renderedHtml: '<!doctype html><html><body><p>Your code is <b>482913</b>.</p></body></html>',
        blockedLoads: 0,
        links: [{ url: 'https://shop.example/verify?token=x', host: 'shop.example', text: 'Verify your address' }],
        attachments: [{ index: 0, filename: 'invoice.pdf', contentType: 'application/pdf', sizeBytes: 5 }],
      },
    ],
  })
export type PublicMessage = z.infer<typeof publicMessage>

/** Request headers of a visitor, by the name of their input. */
export const visitorHeaders = {
  'X-Unlock-Token': 'unlockToken',
  'X-Inbox-Password': 'password',
  'X-Inbox-Session': 'session',
} as const

const unlockToken = z
  .string()
  .meta({ description: 'The token of `unlockService`, if the service is locked.', examples: [example.unlockToken] })
  .optional()

const entry = {
  unlockToken,
  address: fullAddressInPath,
  password: z
    .string()
    .meta({ description: 'The password of the inbox, if it has one; in UTF-8.', examples: ['correct horse'] })
    .optional(),
}

const session = z.string().meta({
  description: 'The session token of `generatePublicAddress`, if the address has an owner.',
  examples: [example.sessionToken],
})

const messageId = ulid.meta({ description: 'The message.', examples: [example.messageId] })

/** Endpoints: POST /public/inbox/generate */
export const generateAddressInput = z
  .object({
    unlockToken,
    hostname: hostInInput,
    localPart: localPartInBody.optional(),
    ttlSeconds: decimalInteger(limits.generateTtlSecondsMin, limits.generateTtlSecondsMax)
      .optional()
      .meta({ description: 'Has no effect: the address is permanent.' }),
  })
  .meta({ examples: [{ hostname: example.hostname, localPart: example.localPart }] })
export const generateAddressOutput = dataEnvelope(z.object({ address: publicAddress }))
export type GenerateAddressInput = z.infer<typeof generateAddressInput>

/** Endpoints: GET /public/inbox/:address */
export const readPublicInboxInput = pageInput.extend({ ...entry, ...waitFields }).refine(...cursorExcludesWait)
export const readPublicInboxOutput = checkedAtOnce(z.object({ data: publicInbox, meta: pageMeta }))
export type ReadPublicInboxInput = z.infer<typeof readPublicInboxInput>
export type ReadPublicInboxOutput = z.infer<typeof readPublicInboxOutput>

/** Endpoints: GET /public/inbox/:address/messages/:messageId */
export const readPublicMessageInput = z.object({ ...entry, messageId })
export const readPublicMessageOutput = dataEnvelope(publicMessage)
export type ReadPublicMessageInput = z.infer<typeof readPublicMessageInput>

/** Endpoints: DELETE /public/inbox/:address/messages/:messageId */
export const deletePublicMessageInput = z.object({ ...entry, messageId, session: session.optional() })
export type DeletePublicMessageInput = z.infer<typeof deletePublicMessageInput>

/** Endpoints: DELETE /public/inbox/:address */
export const clearPublicInboxInput = z.object({ ...entry, session: session.optional() })
export type ClearPublicInboxInput = z.infer<typeof clearPublicInboxInput>

/** Endpoints: POST /public/inbox/:address/extend */
export const extendPublicAddressInput = z.object({
  ...entry,
  session: session.optional(),
  extraSeconds: decimalInteger(limits.visitorExtendSecondsMin, limits.visitorExtendSecondsMax)
    .default(limits.extendSeconds)
    .meta({ description: 'The number of seconds by which to move `expiresAt`.', examples: [limits.extendSeconds] }),
})
export const extendPublicAddressOutput = dataEnvelope(
  z
    .object({ expiresAt: farFuture, ttlSecondsLeft })
    .meta({ examples: [{ expiresAt: example.extendedUntil, ttlSecondsLeft: 0 }] }),
)
export type ExtendPublicAddressInput = z.infer<typeof extendPublicAddressInput>
