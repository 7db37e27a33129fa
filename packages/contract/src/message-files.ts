import { z } from 'zod'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { attachment, publicLink } from './message-parts.ts'
import { dataEnvelope } from './paging.ts'
import { countOut, decimalInteger, ulid } from './scalars.ts'

/** Objects */

/** A message as the dashboard shows it. */
const renderedMessage = z
  .object({
    html: z.string().meta({
      description:
        'A sanitised HTML document: no scripts, no forms, and it loads nothing. Show it in a sandboxed frame.',
    }),
    links: z.array(publicLink),
    blockedLoads: countOut.meta({ description: 'The number of images and other remote resources that were removed.' }),
  })
  .meta({
    id: 'RenderedMessage',
    description: 'A message as a sanitised HTML document.',
    examples: [
      {
        html: '<!doctype html><html><body><p>Your code is <b>482913</b>.</p></body></html>',
        links: [{ url: 'https://shop.example/verify?token=x', host: 'shop.example', text: 'Verify your address' }],
        blockedLoads: 0,
      },
    ],
  })
export type RenderedMessage = z.infer<typeof renderedMessage>

const messageId = ulid.meta({ description: 'The message.', examples: [example.messageId] })

/** Endpoints: GET /messages/:id/raw */
export const readMessageSourceInput = z.object({ id: messageId })

/** Endpoints: GET /messages/:id/attachments */
export const listAttachmentsInput = z.object({ id: messageId })
export const listAttachmentsOutput = dataEnvelope(z.array(attachment))

/** Endpoints: GET /messages/:id/attachments/:index */
export const readAttachmentInput = z.object({
  id: messageId,
  index: decimalInteger(0, limits.attachmentsMax - 1).meta({
    description: 'The `index` of the file in the list of attachments.',
    examples: [0],
  }),
})
export type ReadAttachmentInput = z.infer<typeof readAttachmentInput>

/** Endpoints: GET /messages/:id/render */
export const renderMessageInput = z.object({ id: messageId })
export const renderMessageOutput = dataEnvelope(renderedMessage)
