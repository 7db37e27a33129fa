import type { MailParser, ParsedMail } from '@inlet/mail'

const envelope = { mailFrom: 'bounces@sender.example', isTls: true }
const codeFields = ['otpCode', 'otpMeta'] as const

/** What two parsers made of one mail, where that is not the same. */
export interface Difference {
  /** The fields that differ; `malformed` where one parser refuses the mail. */
  fields: string[]
  /** Code, score, view and reason of each, if one of these differs. */
  codes: { older: string; newer: string } | null
}

/** Parses a mail with two parsers and compares all fields. Null where they are the same. */
export function differenceOf(raw: Buffer, older: MailParser, newer: MailParser): Difference | null {
  const [before, after] = [parsed(raw, older), parsed(raw, newer)]
  if (before === null && after === null) return null
  if (before === null || after === null) return { fields: ['malformed'], codes: null }
  const afterFields = new Map<string, unknown>(Object.entries(after))
  const fields = Object.entries(before)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(afterFields.get(name)))
    .map(([name]) => name)
  if (fields.length === 0) return null
  const isCode = codeFields.some((field) => fields.includes(field))
  return { fields, codes: isCode ? { older: codeOf(before), newer: codeOf(after) } : null }
}

function parsed(raw: Buffer, parseMail: MailParser): ParsedMail | null {
  try {
    return parseMail(raw, envelope)
  } catch {
    return null
  }
}

const codeOf = ({ otpCode, otpMeta }: ParsedMail): string =>
  otpCode === null ? 'none' : `${otpCode} (${otpMeta?.score}, ${otpMeta?.view}, ${otpMeta?.reason})`
