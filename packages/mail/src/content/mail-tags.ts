import type { ActionKind } from '@inlet/contract'
import { rawField } from '../mime/header-fields.ts'
import type { HeaderFields } from '../mime/header-section.ts'
import type { Attachment } from '../mime/mail-files.ts'
import type { MimePart } from '../mime/read-mime.ts'
import type { EnvelopeFacts } from './parsed-mail.ts'

/** The facts that decide the tags of a mail. */
export interface TagFacts {
  fields: HeaderFields
  root: MimePart
  envelope: EnvelopeFacts
  fromAddr: string
  attachments: Attachment[]
  hasCode: boolean
  action: ActionKind | null
  hasLink: boolean
  isCut: boolean
}

/** The tags of a parsed mail, sorted. */
export function tagsOf(facts: TagFacts): string[] {
  const { fields, envelope, attachments } = facts
  const tags: [string, boolean][] = [
    ['action', facts.action !== null],
    [`action:${facts.action}`, facts.action !== null],
    ['attachment', attachments.some((attachment) => !attachment.isInline)],
    ['auto', isAutomatic(fields)],
    ['bounce', isBounce(facts)],
    ['bulk', isBulk(fields)],
    ['link', facts.hasLink],
    ['otp', facts.hasCode],
    ['tls', envelope.isTls],
    ['truncated', facts.isCut],
  ]
  return tags.filter(([, applies]) => applies).map(([tag]) => tag)
}

/** Any Auto-Submitted but `no` (RFC 3834 §5). */
function isAutomatic(fields: HeaderFields): boolean {
  const field = rawField(fields, 'auto-submitted')
  return field !== null && field !== '' && !/^no\b/i.test(field)
}

/** List-Unsubscribe (RFC 2369), or the non-standard Precedence. */
export function isBulk(fields: HeaderFields): boolean {
  return (
    rawField(fields, 'list-unsubscribe') !== null || /^(?:bulk|list|junk)\b/i.test(rawField(fields, 'precedence') ?? '')
  )
}

/**
 * A delivery status report (RFC 3464). From the null sender also other reports, mail from a postmaster and mail with a list of failed
 * recipients, but not read receipts (RFC 8098) or complaints (RFC 5965), which are reports, too.
 */
function isBounce({ fields, root, envelope, fromAddr }: TagFacts): boolean {
  const report = reportIn(root)
  const kinds = report ? [rawField(fields, 'content-type') ?? '', ...report.children.map(typeOf)].join(' ') : ''
  if (/delivery-status/i.test(kinds)) return true
  if (envelope.mailFrom !== '' || /disposition-notification|feedback-report/i.test(kinds)) return false
  return (
    report !== undefined ||
    /^(?:mailer-daemon|postmaster)@/i.test(fromAddr) ||
    rawField(fields, 'x-failed-recipients') !== null
  )
}

/** The report that a mail is, or that a list server put beside its footer. */
const reportIn = (root: MimePart): MimePart | undefined => [root, ...root.children].find(isReport)

const isReport = ({ contentType, forwardedHeader }: MimePart): boolean =>
  contentType === 'multipart/report' && forwardedHeader === null

const typeOf = ({ contentType }: MimePart): string => contentType
