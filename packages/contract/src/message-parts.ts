import { z } from 'zod'
import { detailParams } from './detail-codes.ts'
import { countOut, timestampOut } from './scalars.ts'
import { expected } from './schema-messages.ts'

/** The values of `include` that are read from the mail when they are asked for. */
export const mailPartNames = ['links', 'attachments', 'attachmentContents', 'headers'] as const
export type MailPartName = (typeof mailPartNames)[number]

/** The values of `include`, each the key that it adds to a message. */
export const messagePartNames = [...mailPartNames, 'action'] as const
export type MessagePartName = (typeof messagePartNames)[number]

/** Objects */

/** A link of a message. */
const link = z
  .object({
    url: z.string().meta({ description: 'As written in the mail; a relative one is resolved.' }),
    host: z.string().meta({
      description:
        'The URL’s host, with its port if it names one: ASCII (A-labels), lower case; `""` for a link of an app (`myapp://…`).',
    }),
    text: z.string().meta({
      description: 'The visible text; `""` for an image, the URL itself if it is written in a text.',
    }),
  })
  .meta({
    id: 'Link',
    description: 'A visible link in a message, to the web or to an app.',
    examples: [{ url: 'https://shop.example/verify?token=x', host: 'shop.example', text: 'Verify your address' }],
  })

/** What a link of a mail does for its reader. */
export const actionKinds = ['verify', 'sign-in', 'reset', 'invite', 'approve', 'unsubscribe'] as const
export type ActionKind = (typeof actionKinds)[number]

/** The link for which a mail was sent. */
export const action = z
  .object({
    ...link.shape,
    text: z.string().meta({ description: 'The visible text; the URL itself if it is written in a text.' }),
    kind: z.enum(actionKinds).meta({
      description:
        '`verify` an address or account, `sign-in`, `reset` a password, accept an `invite`, `approve` something, or confirm to `unsubscribe`.',
    }),
    isSendersDomain: z.boolean().meta({
      description:
        'Whether the host belongs to the domain of `fromAddr`, by the Public Suffix List. A well-known click tracker counts as the host that its URL names. The sender itself is not verified by this.',
    }),
    expiresAt: timestampOut.nullable().meta({
      description: 'When the link stops working, counted from receipt; null if the mail does not plainly say so.',
    }),
  })
  .meta({
    id: 'Action',
    description: 'The link for which a message was sent. The server never opens it.',
    examples: [
      {
        url: 'https://shop.example/verify?token=x',
        host: 'shop.example',
        text: 'Verify your address',
        kind: 'verify',
        isSendersDomain: true,
        expiresAt: null,
      },
    ],
  })
export type Action = z.infer<typeof action>

/** A link of a message that its page can open. */
export const publicLink = link
  .extend({
    host: z.string().meta({
      description:
        'The URL’s host, with its port if it names one: ASCII (A-labels), lower case; `""` for `mailto:`, `tel:` and links of apps.',
    }),
  })
  .meta({
    id: 'PublicLink',
    description:
      'A visible link in a message: to the web, an app (`myapp://…`), an e-mail address (`mailto:`) or a telephone number (`tel:`).',
    examples: [{ url: 'mailto:help@shop.example', host: '', text: 'Write to us' }],
  })

/** The fields of an attachment without its bytes. */
export const attachmentFields = z.object({
  index: countOut.meta({ description: 'The position in the mail, from 0.' }),
  filename: z.string().meta({ description: 'As the sender wrote it; `""` if there is none.' }),
  contentType: z.string().meta({
    description:
      'Type and subtype in lower case, without parameters. Without one in the mail: `application/octet-stream` for an attached file, otherwise `text/plain`.',
  }),
  sizeBytes: countOut.meta({ description: 'Decoded bytes.' }),
  contentId: z
    .string()
    .nullable()
    .meta({ description: 'The Content-ID to which `cid:` URLs in the HTML refer, without brackets.' }),
  isInline: z.boolean().meta({ description: 'Whether the file is part of the body instead of an attachment.' }),
})

const invoice = {
  index: 0,
  filename: 'invoice.pdf',
  contentType: 'application/pdf',
  sizeBytes: 5,
  contentId: null,
  isInline: false,
}

/** A file of a message, without its bytes. */
export const attachment = attachmentFields.meta({
  id: 'Attachment',
  description: 'A file of a message, without its bytes.',
  examples: [invoice],
})

const attachmentContent = attachmentFields
  .extend({ contentBase64: z.string().meta({ description: 'Its bytes in base64, with padding.' }) })
  .meta({
    id: 'AttachmentContent',
    description: 'A file of a message with its bytes.',
    examples: [{ ...invoice, contentBase64: 'JVBERi0=' }],
  })

const header = z
  .object({
    name: z.string().meta({ description: 'As written in the mail.' }),
    value: z.string().meta({
      description:
        'On one line: unfolded (RFC 5322 §2.2.3) with its white space as it was, encoded words decoded (RFC 2047), and control characters in these turned into spaces.',
    }),
  })
  .meta({
    id: 'MailHeader',
    description: 'A header field of a message.',
    examples: [{ name: 'Subject', value: 'Your code is 482913' }],
  })

/** The further fields of a message, each only with its value of `include`. */
export const messageParts = {
  links: z.array(link).optional().meta({
    description: 'With `include=links`: each URL once, in the order of the mail, at most 1,000.',
  }),
  attachments: z.array(attachment).optional().meta({
    description: 'With `include=attachments`: files, attached and inline, in the order of the mail, at most 100.',
  }),
  attachmentContents: z.array(attachmentContent).optional().meta({
    description: 'With `include=attachmentContents`: the same files with their bytes.',
  }),
  action: action.nullable().optional().meta({
    description:
      'With `include=action`: the link for which the mail was sent; null if none was found, or several that are equally likely.',
  }),
  headers: z.array(header).optional().meta({
    description: 'With `include=headers`: the header fields in order, including repeated ones, at most 1,000.',
  }),
}
export type MessageParts = z.infer<z.ZodObject<typeof messageParts>>

/** Endpoints: `include` of GET /messages/:id */
const wanted = `one or more of ${messagePartNames.join(', ')}, separated by commas and each once`
const anyOf = messagePartNames.join('|')

const isPartName = (text: string): text is MessagePartName => messagePartNames.some((name) => name === text)

export const messageInclude = z
  .string(expected(wanted))
  .meta({
    description:
      'A comma-separated list of parts to add to the message, each at most once. `attachmentContents` has whole files, so give your client enough time and memory.',
    pattern: `^(${anyOf})(,(${anyOf}))*$`,
    examples: ['links,headers'],
  })
  .transform((text, context): MessagePartName[] => {
    const names = text.split(',')
    const known = names.filter(isPartName)
    const code = known.length < names.length ? 'invalid_value' : 'repeated_value'
    if (known.length === names.length && new Set(known).size === names.length) return known
    context.addIssue({ code: 'custom', message: `expected ${wanted}`, params: detailParams(code) })
    return z.NEVER
  })
