import { createHash, hash } from 'node:crypto'
import type { MailAction } from '../action-link/extract-action-link.ts'
import type { Attachment } from '../mime/mail-files.ts'

/** What the parser needs of the SMTP envelope: MAIL FROM (`''` for the null sender of RFC 5321 §4.5.5) and whether the mail came over TLS. */
export interface EnvelopeFacts {
  mailFrom: string
  isTls: boolean
}

/** How the one-time code was found; internal, it never leaves the server and never contains the code. */
export interface OtpMeta {
  score: number
  view: string
  reason: string
}

/**
 * The facts of one mail, as plain data that can be structured-cloned. All text is well-formed Unicode without NUL; `searchText`
 * holds at most `limits.searchTextMaxBytes` of UTF-8.
 */
export interface MailFacts {
  /** The Message-ID field as written, trimmed (RFC 5322 §3.6.4). */
  messageId: string | null
  /** SHA-256 over Message-ID and the bytes; null without a Message-ID, since such a mail is never a duplicate. */
  digest: Buffer | null
  /** From, else Sender, else the envelope, else `''`; never validated. */
  fromAddr: string
  fromName: string
  subject: string
  /** At most `limits.previewMaxChars` of visible text. */
  preview: string
  /** Subject and visible text, folded by `foldForSearch`. */
  searchText: string
  /** Canonical: ASCII, separators and vendor prefix removed. */
  otpCode: string | null
  otpMeta: OtpMeta | null
  /** The one link for which the mail was sent. */
  action: MailAction | null
  /** Sorted and unique; tags that depend on recipient or DNS (`plus:*`, `auth:*`) are added elsewhere. */
  tags: string[]
  attachments: Attachment[]
  sizeBytes: number
}

/** A mail as the parser read it: its facts and its bodies, each at most `limits.bodyMaxBytes` of UTF-8. */
export interface ParsedMail extends MailFacts {
  textBody: string
  /** As received, with CRLF changed to LF; `''` where the mail has no HTML. */
  htmlBody: string
}

/** Up to this size the hashed bytes are put together first, in memory that is used again: a hash object costs more than the copy. */
const joined = Buffer.allocUnsafeSlow(64 * 1024)

/** SHA-256 over Message-ID and bytes, the same for every retry of a mail. Null without a Message-ID. */
export function digestOf(messageId: string | null, raw: Buffer): Buffer | null {
  if (messageId === null) return null
  const named = Buffer.from(`${messageId}\0`)
  const length = named.length + raw.length
  if (length > joined.length) return createHash('sha256').update(named).update(raw).digest()
  joined.set(named)
  joined.set(raw, named.length)
  return hash('sha256', joined.subarray(0, length), 'buffer')
}
