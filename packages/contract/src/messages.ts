import { z } from 'zod'
import { detailParams } from './detail-codes.ts'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { fullAddressInPath } from './mail-address.ts'
import { messageInclude, messageParts } from './message-parts.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { charsOf, countOut, textOf, timestampOut, ulid, ulidOut } from './scalars.ts'
import { expected } from './schema-messages.ts'
import { cursorExcludesWait, waitFields } from './waiting.ts'

/** Objects */

/** The format of a tag; a detail of plus addressing that does not match is folded to it. */
export const tagPattern = new RegExp(`^[a-z0-9][a-z0-9:._-]{0,${limits.tagMaxChars - 1}}$`)

const tag = z.string().meta({ pattern: tagPattern.source })

const shared = {
  id: ulidOut,
  addressId: ulidOut.meta({ description: 'The inbox that received it.' }),
  fromAddr: z.string().meta({
    description:
      'The address in From, else in Sender, else the envelope’s sender; `""` if there is none. Not verified.',
  }),
  fromName: z.string().meta({ description: '`""` if the mail has none.' }),
  toAddr: z.string().meta({
    description: 'The envelope recipient of this copy in lower case, including any `+` detail.',
  }),
  subject: z.string(),
  preview: z
    .string()
    .meta({ description: `The start of the visible text, at most ${limits.previewMaxChars} characters.` }),
  sizeBytes: countOut.meta({ description: 'The size of the mail as received, in bytes.' }),
  isRead: z.boolean(),
  otpCode: z.string().nullable().meta({
    description:
      'The one-time code as a user types it: without separators, with leading zeros; null if none was found.',
  }),
  tags: z.array(tag).meta({
    description:
      'Labels of the mail, sorted: `otp`, `action`, `action:<kind>`, `link`, `attachment`, `bulk`, `auto`, `bounce`, `auth:pass`, `auth:fail`, `auth:none`, `tls`, `plus:<detail>`, `truncated`, `malformed`. More may be added.',
  }),
  receivedAt: timestampOut,
  expiresAt: timestampOut.meta({ description: 'When the message is deleted.' }),
}

const received = {
  id: example.messageId,
  addressId: example.addressId,
  fromAddr: 'no-reply@shop.example',
  fromName: 'Shop',
  toAddr: example.fullAddress,
  subject: 'Your code is 482913',
  preview: 'Your code is 482913. It is good for ten minutes.',
  sizeBytes: 2148,
  isRead: false,
  otpCode: '482913',
  tags: ['auth:pass', 'otp', 'tls'],
  receivedAt: example.receivedAt,
  expiresAt: example.messageExpiresAt,
}

/** A message in a list (specification section 2.2): no bodies. */
export const messageListItem = z.object({ ...shared, createdAt: timestampOut }).meta({
  id: 'MessageListItem',
  description: 'A message in a list: without its bodies.',
  examples: [{ ...received, createdAt: example.receivedAt }],
})
export type MessageListItem = z.infer<typeof messageListItem>

/** A message in full (specification section 2.2): with bodies, without `createdAt`, and with the parts that `include` names. */
export const message = z
  .object({
    ...shared,
    textBody: z.string().meta({ description: 'The text part, or the HTML part rendered as text.' }),
    htmlBody: z.string().meta({
      description: 'The HTML part as received, not sanitised: do not show it on your pages; `""` if there is none.',
    }),
    ...messageParts,
  })
  .meta({
    id: 'Message',
    description: 'A message with its bodies.',
    examples: [
      {
        ...received,
        isRead: true,
        textBody: 'Your code is 482913. It is good for ten minutes.\n',
        htmlBody: '<p>Your code is <b>482913</b>. It is good for ten minutes.</p>\n',
      },
    ],
  })
export type Message = z.infer<typeof message>

const messageId = ulid.meta({ description: 'The message.', examples: [example.messageId] })

const filterText = textOf({ min: 1, max: limits.filterMaxChars })

const trueOrNothing = z
  .boolean(expected('true or nothing'))
  .refine((wanted) => wanted, { ...expected('true or nothing'), params: detailParams('invalid_value') })

/** Endpoints: GET /inboxes/:address/messages */
export const listMessagesInput = pageInput
  .extend({
    address: fullAddressInPath,
    q: textOf({ max: limits.searchQueryMaxChars })
      .refine((text) => charsOf(text.trim()) >= limits.searchQueryMinChars, {
        message: `expected at least ${limits.searchQueryMinChars} characters`,
        params: detailParams('too_small'),
      })
      .meta({
        description:
          'Only messages whose subject or visible text contains every term, even as part of a word. White space separates terms, `"…"` marks a phrase; case, accents and the form of quotation marks and dashes are ignored.',
        minLength: limits.searchQueryMinChars,
        pattern: String.raw`\S[\s\S]*\S`,
        examples: ['your code'],
      })
      .optional(),
    from: filterText
      .meta({
        description:
          'Only messages with this text in `fromName <fromAddr>`: a part of the name, of the address, or of both in this form. Case, accents, full-width forms and the form of quotation marks, dashes and spaces are ignored.',
        examples: ['no-reply@shop.example'],
      })
      .optional(),
    subject: filterText
      .meta({
        description:
          'Only messages whose subject contains this text as a whole. Case, accents, full-width forms and the form of quotation marks, dashes and spaces are ignored.',
        examples: ['your code'],
      })
      .optional(),
    tag: filterText
      .meta({
        description:
          'Only messages with exactly this tag, case-sensitive; a detail behind `plus:` may be written as in the address.',
        examples: ['otp'],
      })
      .optional(),
    receivedAfter: z.iso
      .datetime({
        offset: true,
        ...expected('a time with its zone, such as 2026-11-21T09:30:00Z; a + is written as %2B'),
      })
      .max(limits.timeMaxChars)
      .meta({
        description:
          'Only messages received later than this: ISO 8601 with a zone, `Z` or an offset. Clocks differ, so prefer `after` to wait for the next mail.',
        examples: ['2026-11-21T09:30:00Z'],
      })
      .optional(),
    after: waitFields.after,
    hasOtp: trueOrNothing
      .meta({ description: 'Only messages with a one-time code.', const: true, examples: [true] })
      .optional(),
    hasAction: trueOrNothing
      .meta({
        description: 'Only messages with a link to click, `include=action` of `readMessage`.',
        const: true,
        examples: [true],
      })
      .optional(),
    waitSeconds: waitFields.waitSeconds,
  })
  .refine(...cursorExcludesWait)
export const listMessagesOutput = listEnvelope(messageListItem)
export type ListMessagesInput = z.infer<typeof listMessagesInput>

/** Endpoints: GET /messages/:id */
export const readMessageInput = z.object({ id: messageId, include: messageInclude.optional() })
export type ReadMessageInput = z.infer<typeof readMessageInput>
export const readMessageOutput = dataEnvelope(message)

/** Endpoints: DELETE /messages/:id */
export const deleteMessageInput = z.object({ id: messageId })

/** Endpoints: DELETE /inboxes/:address/messages */
export const clearInboxInput = z.object({ address: fullAddressInPath })
