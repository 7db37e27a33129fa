import { messageIdOf, senderOf, subjectOf } from '../mime/header-fields.ts'
import { findHeader, headerStart } from '../mime/header-range.ts'
import { fieldsIn, type HeaderFields, headerCharset } from '../mime/header-section.ts'
import { limitGuesses } from '../text/charset-of.ts'
import { searchTextOf } from '../text/search-text.ts'
import { digestOf, type EnvelopeFacts, type ParsedMail } from './parsed-mail.ts'

const maxScannedBytes = 64 * 1024
const maxValueChars = 4000
const wantedFields = ['from', 'sender', 'subject', 'message-id']

/**
 * The facts of a mail that could not be parsed: sender, subject and Message-ID from the first 64 KiB of its header, no bodies, tag
 * `malformed`. Only the digest reads all bytes. Linear; never throws.
 */
export const malformedMail = (raw: Buffer, envelope: EnvelopeFacts): ParsedMail =>
  limitGuesses(() => readHead(raw, envelope))

function readHead(raw: Buffer, envelope: EnvelopeFacts): ParsedMail {
  const fields = wantedFieldsOf(raw.subarray(0, maxScannedBytes))
  const subject = subjectOf(fields)
  const messageId = messageIdOf(fields)
  return {
    messageId,
    digest: digestOf(messageId, raw),
    ...senderOf(fields, envelope.mailFrom),
    subject,
    preview: '',
    textBody: '',
    htmlBody: '',
    searchText: searchTextOf(subject, ''),
    otpCode: null,
    otpMeta: null,
    action: null,
    tags: envelope.isTls ? ['malformed', 'tls'] : ['malformed'],
    attachments: [],
    sizeBytes: raw.length,
  }
}

/** The first field of each wanted name, its value cut to `maxValueChars`. */
function wantedFieldsOf(head: Buffer): HeaderFields {
  const fields = new Map<string, string>()
  const start = headerStart(head)
  const section = head.subarray(start, findHeader(head, start).end)
  for (const { name, value } of fieldsIn(section, headerCharset(head))) {
    const key = name.toLowerCase()
    if (wantedFields.includes(key) && !fields.has(key)) fields.set(key, value.slice(0, maxValueChars))
  }
  return fields
}
