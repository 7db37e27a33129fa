import { createHash, randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { IncomingMail } from '@inlet/core'
import { createMailParser, type ParsedMail, packMail } from '@inlet/mail'
import { type MailMarks, templateMail } from './template-mail.ts'

const parseMail = createMailParser()

const templates = 400
const mailBytes = 10_000
/** This many mails are really parsed before the long filling, to check that mails from templates are the same. */
const provenMails = 200
/** Placeholders in the templates for the parts that differ. */
const placeholders: MailMarks = { code: '482913', reference: 'qzqkqvqwqxqj' }
const anyPlaceholder = new RegExp(`${placeholders.code}|${placeholders.reference}`)
const kept = new RegExp(`(${anyPlaceholder.source})`)
const letters = 'bcdfghjklmnpqrstvwxz'
const envelope = { mailFrom: 'no-reply@shop.example', clientIp: '192.0.2.44', helo: 'mta7.shop.example', isTls: true }

/** A template that was parsed once; its texts are split at the placeholders. */
interface Template {
  raw: string[]
  parsed: ParsedMail
  texts: Record<'messageId' | 'subject' | 'preview' | 'textBody' | 'htmlBody' | 'searchText', string[]>
}

/**
 * Makes 10 kB mails as the parser would hand them over, each distinct, at a fraction of its cost: a few hundred are parsed, the others
 * are these with other marks. @throws when the parser, asked about the first ones, would have handed over something else
 */
export function mailSource(): () => IncomingMail {
  const made = Array.from({ length: templates }, (_, index) => parsedTemplate(index))
  let count = 0
  return () => {
    const template = made[count % templates]
    if (!template) throw new Error('there is no template')
    count += 1
    const { raw, parsed } = filledIn(template, freshMarks())
    if (count <= provenMails && !isDeepStrictEqual(withoutScore(parseMail(raw, envelope)), withoutScore(parsed)))
      throw new Error('the parser gives another result for a mail of the bench')
    return { envelope, parsed: packMail(parsed, raw) }
  }
}

/** A code's score depends on all words of its mail, the marks included. */
const withoutScore = ({ otpMeta, ...facts }: ParsedMail) => ({ ...facts, view: otpMeta?.view })

function parsedTemplate(index: number): Template {
  const { raw, parsed } = legibleTemplate(index)
  const { messageId, subject, preview, textBody, htmlBody, searchText } = parsed
  return {
    raw: raw.split(kept),
    parsed,
    texts: {
      messageId: (messageId ?? '').split(kept),
      subject: subject.split(kept),
      preview: preview.split(kept),
      textBody: textBody.split(kept),
      htmlBody: htmlBody.split(kept),
      searchText: searchText.split(kept),
    },
  }
}

/** In one of thousands of mails the random words make another number the code; then other words are drawn. */
function legibleTemplate(index: number): { raw: string; parsed: ParsedMail } {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const raw = templateMail(index, placeholders, mailBytes)
    const parsed = parseMail(Buffer.from(raw), envelope)
    if (parsed.otpCode === placeholders.code) return { raw, parsed }
  }
  throw new Error('the parser does not find the code of the bench’s mails')
}

function freshMarks(): MailMarks {
  const reference = Array.from({ length: placeholders.reference.length }, () => letters[randomInt(letters.length)])
  return { code: String(randomInt(100_000, 1_000_000)), reference: reference.join('') }
}

function filledIn({ raw: rawPieces, parsed, texts }: Template, marks: MailMarks): { raw: Buffer; parsed: ParsedMail } {
  const fill = (pieces: string[]) => pieces.map((piece) => markAt(piece, marks)).join('')
  const raw = Buffer.from(fill(rawPieces), 'latin1')
  const messageId = fill(texts.messageId)
  return {
    raw,
    parsed: {
      ...parsed,
      messageId,
      digest: createHash('sha256').update(messageId).update('\0').update(raw).digest(),
      subject: fill(texts.subject),
      preview: fill(texts.preview),
      textBody: fill(texts.textBody),
      htmlBody: fill(texts.htmlBody),
      searchText: fill(texts.searchText),
      otpCode: marks.code,
    },
  }
}

function markAt(piece: string, marks: MailMarks): string {
  if (piece === placeholders.code) return marks.code
  return piece === placeholders.reference ? marks.reference : piece
}
