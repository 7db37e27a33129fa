import { z } from 'zod'
import { ulid, ulidOut } from './ids.ts'
import { limits } from './limits.ts'
import { fullAddressInPath } from './mail-address.ts'
import { dataEnvelope, decimalInteger, listEnvelope, pageInput } from './paging.ts'
import { timestampOut } from './times.ts'

/** Objects */

/** What a tag looks like; a detail of plus addressing that does not fit makes no tag. */
export const tagPattern = new RegExp(`^[a-z0-9][a-z0-9:._-]{0,${limits.tagMaxChars - 1}}$`)

const shared = {
  id: ulidOut,
  addressId: ulidOut,
  fromAddr: z.string(),
  fromName: z.string(),
  toAddr: z.string(),
  subject: z.string(),
  preview: z.string(),
  sizeBytes: z.number(),
  isRead: z.boolean(),
  otpCode: z.string().nullable(),
  tags: z.array(z.string()),
  receivedAt: timestampOut,
  expiresAt: timestampOut,
}

/** A message in a list (specification section 2.2): no bodies. */
export const messageListItem = z.object({ ...shared, createdAt: timestampOut })
export type MessageListItem = z.infer<typeof messageListItem>

/** A message in full (specification section 2.2): with bodies, without `createdAt`. */
export const message = z.object({ ...shared, textBody: z.string(), htmlBody: z.string() })
export type Message = z.infer<typeof message>

/** Endpoints: GET /inboxes/:address/messages */
export const listMessagesInput = pageInput
  .extend({
    address: fullAddressInPath,
    q: z
      .string()
      .max(limits.searchQueryMaxChars)
      .refine((text) => [...text.trim()].length >= limits.searchQueryMinChars, {
        message: `At least ${limits.searchQueryMinChars} characters`,
        params: { code: 'too_small' },
      })
      .optional(),
    after: ulid.optional(),
    hasOtp: z.literal(true).optional(),
    waitSeconds: decimalInteger(0, limits.waitSecondsMax).optional(),
  })
  .refine((query) => query.waitSeconds === undefined || !query.cursor, {
    path: ['cursor'],
    message: 'cursor and waitSeconds exclude each other: wait with `after`',
    params: { code: 'conflicting_parameters' },
  })
export const listMessagesOutput = listEnvelope(messageListItem)
export type ListMessagesInput = z.infer<typeof listMessagesInput>

/** Endpoints: GET /messages/:id */
export const readMessageInput = z.object({ id: ulid })
export const readMessageOutput = dataEnvelope(message)

/** Endpoints: DELETE /messages/:id */
export const deleteMessageInput = z.object({ id: ulid })
