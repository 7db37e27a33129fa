import { digestOf, maxMessageIdChars } from './digest-of.ts'
import type { MailEnvelope, ParsedMail } from './parsed-mail.ts'
import { cleanLine } from './text/clean-text.ts'
import { decodeEncodedWords } from './text/decode-encoded-words.ts'
import { decodeText } from './text/decode-text.ts'
import { searchTextOf } from './text/search-text-of.ts'

const maxScannedBytes = 64 * 1024
const maxValueChars = 4000
const wantedFields = ['from', 'subject', 'message-id']

/**
 * What can be said of a mail that parsing failed on: sender, subject and Message-ID from the first 64 KiB of its header, no bodies,
 * tag `malformed`. Its cost is linear and bounded, the digest over the bytes apart; never throws.
 */
export function malformedMail(raw: Buffer, envelope: MailEnvelope): ParsedMail {
  const fields = scanHeader(raw.subarray(0, maxScannedBytes))
  const { name, address } = splitMailbox(fields.get('from') ?? '')
  const subject = cleanLine(decodeEncodedWords(fields.get('subject') ?? ''), 2000)
  const messageId = cleanLine(fields.get('message-id') ?? '', maxMessageIdChars) || null
  return {
    messageId,
    digest: digestOf(messageId, raw),
    fromAddr: cleanLine(address || envelope.mailFrom, 320),
    fromName: cleanLine(decodeEncodedWords(name), 500),
    subject,
    preview: '',
    textBody: '',
    htmlBody: '',
    searchText: searchTextOf(subject, ''),
    otpCode: null,
    otpMeta: null,
    tags: envelope.isTls ? ['malformed', 'tls'] : ['malformed'],
    attachments: [],
    sizeBytes: raw.length,
  }
}

/** The first of each wanted field, unfolded; everything else is passed over, up to the empty line. */
function scanHeader(head: Buffer): Map<string, string> {
  const fields = new Map<string, string>()
  let current = ''
  for (const line of decodeText(head, '').split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (text === '') break
    if (text.startsWith(' ') || text.startsWith('\t')) {
      const value = fields.get(current)
      if (value !== undefined && value.length < maxValueChars)
        fields.set(current, `${value} ${text.trim()}`.slice(0, maxValueChars))
      continue
    }
    const colon = text.indexOf(':')
    const key = colon > 0 && colon < 80 ? text.slice(0, colon).trim().toLowerCase() : ''
    current = wantedFields.includes(key) && !fields.has(key) ? key : ''
    if (current !== '')
      fields.set(
        current,
        text
          .slice(colon + 1)
          .trim()
          .slice(0, maxValueChars),
      )
  }
  return fields
}

/** `Name <address>` or a bare address; anything cleverer belongs to the parser that failed. */
function splitMailbox(value: string): { name: string; address: string } {
  const open = value.lastIndexOf('<')
  const close = value.indexOf('>', open + 1)
  if (open === -1 || close === -1)
    return value.includes('@') ? { name: '', address: value } : { name: value, address: '' }
  return { name: value.slice(0, open).trim().replace(/^"|"$/g, ''), address: value.slice(open + 1, close) }
}
