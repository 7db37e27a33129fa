import type { MailFacts, ParsedMail } from '../parsed-mail.ts'
import { inlineRawMaxBytes, packContent } from './mail-content.ts'

/** A mail as it is stored: its facts, and in `content` its bodies and, if it is small, its source (`packContent`). */
export interface PackedMail extends MailFacts {
  content: Uint8Array<ArrayBuffer>
}

/** Packs a parsed mail with its source, which is left out above `inlineRawMaxBytes`. */
export function packMail(parsed: ParsedMail, raw: Uint8Array): PackedMail {
  const { textBody, htmlBody, ...facts } = parsed
  const isInline = raw.length <= inlineRawMaxBytes
  return { ...facts, content: packContent({ textBody, htmlBody, raw: isInline ? raw : new Uint8Array() }) }
}
