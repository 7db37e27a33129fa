import { Draws } from './draws.ts'
import { chooseLayout, type Layout, type Shape } from './layout.ts'
import { bodyEntity, fitsCharset, type MailContent } from './mail-faces.ts'
import { type MailHead, mailFields } from './mail-fields.ts'
import { type Entity, entityBytes, leaf, multipart } from './mime/entity.ts'
import { fileParameter } from './mime/header-fields.ts'
import { type Section, sectionsOf } from './sections.ts'
import type { LanguageTraits, SourceMail } from './source-mail.ts'
import { typewriterBlocks, typewriterText } from './typewriter-text.ts'

/** A raw mail (RFC 5322, lines ended by CRLF) and the choices made for it. */
export interface MadeMail {
  bytes: Buffer
  shape: Shape
  charset: string
}

const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/** Makes the raw mail of a source mail: the same bytes at every run. */
export function mailBytes(mail: SourceMail): MadeMail {
  const draws = new Draws(`${mail.language}/${mail.id}`)
  const layout = chooseLayout(mail, draws)
  const { content, charset } = fittedContent(mail, layout, draws)
  const head: MailHead = { from: mail.from, subject: content.subject, charset, draws, otp: mail.otp }
  const entity = layout.shape === 'forwarded' ? forwardedEntity(content, head) : wholeEntity(content, head)
  const fields = [...mailFields(head), 'MIME-Version: 1.0', ...entity.fields]
  return { bytes: entityBytes({ fields, body: withLastBreak(entity.body) }), shape: layout.shape, charset }
}

/** The mail's texts in the first charset that can encode them, if necessary without their typographic signs. */
function fittedContent(mail: SourceMail, layout: Layout, draws: Draws): { content: MailContent; charset: string } {
  const [, sender = ''] = /^(.*) </.exec(mail.from) ?? []
  const { language, traits, subject } = mail
  const written: MailContent = { language, traits, subject, sender, sections: sectionsOf(mail.body), layout, draws }
  if (layout.shape === 'no-charset') return { content: written, charset: 'utf-8' }
  const typed = { ...written, subject: typewriterText(subject), sections: sectionsOf(typewriterBlocks(mail.body)) }
  for (const charset of wantedCharsets(traits, draws)) {
    if (fitsCharset(written, charset)) return { content: written, charset }
    if (fitsCharset(typed, charset)) return { content: typed, charset }
  }
  return { content: written, charset: 'utf-8' }
}

const legacyPercent = 50

/** The charsets to try for a mail, in order; UTF-8 for about half of the mails, and where no other charset can encode the text. */
function wantedCharsets({ charsets }: LanguageTraits, draws: Draws): string[] {
  if (!draws.chance('legacy charset', legacyPercent)) return ['utf-8']
  const first = draws.below('charset', Math.max(1, charsets.length))
  return [...charsets.slice(first), ...charsets.slice(0, first), 'utf-8']
}

const withLastBreak = (body: Buffer): Buffer =>
  body.subarray(-2).toString('latin1') === '\r\n' ? body : Buffer.concat([body, Buffer.from('\r\n')])

function wholeEntity(content: MailContent, head: MailHead): Entity {
  const body = bodyEntity(content, head.charset)
  const { shape } = content.layout
  if (shape === 'mixed') return multipart('mixed', [body, attachment(head)], head.draws)
  if (shape === 'related') return multipart('related', [body, inlineImage(head.draws)], head.draws)
  if (shape !== 'nested') return body
  return multipart(
    'mixed',
    [multipart('related', [body, inlineImage(head.draws)], head.draws), attachment(head)],
    head.draws,
  )
}

/** The forwarded mail is a `message/rfc822` part; the text above it is a text part. */
function forwardedEntity(content: MailContent, head: MailHead): Entity {
  const { draws, layout, sections } = content
  const quoted = sections.flatMap((section) => (section.kind === 'quote' ? section.sections : []))
  const note: Section[] = sections.filter(({ kind }) => kind !== 'quote' && kind !== 'hidden')
  const outer: Layout = { ...layout, faces: draws.pick('note faces', ['text', 'html']) }
  const inner = new Draws(`${draws.hex('inner', 16)}`)
  const subject = head.subject.replace(/^[^\s:：]{1,12}\s?[:：]\s*/, '')
  const [, domain = ''] = /@([^@>]+)>/.exec(head.from) ?? []
  const innerHead: MailHead = {
    from: `Service <no-reply@${domain}>`,
    subject,
    charset: head.charset,
    draws: inner,
    otp: null,
  }
  const innerBody = bodyEntity({ ...content, sections: quoted, subject, draws: inner }, head.charset)
  const message = entityBytes({
    fields: [...mailFields(innerHead), 'MIME-Version: 1.0', ...innerBody.fields],
    body: withLastBreak(innerBody.body),
  })
  const attached = { fields: ['Content-Type: message/rfc822', 'Content-Disposition: inline'], body: message }
  if (note.length === 0) return multipart('mixed', [attached], draws)
  return multipart('mixed', [bodyEntity({ ...content, sections: note, layout: outer }, head.charset), attached], draws)
}

function attachment({ draws, subject, charset }: MailHead): Entity {
  const words = subject.replace(/[\p{N}"\\/:?*<>|%]/gu, '').split(/\s+/)
  const base =
    words
      .filter((word) => word !== '')
      .slice(0, 3)
      .join(' ')
      .slice(0, 40) || 'document'
  const style = { charset, form: 'B', draws } as const
  const file = draws.pick('file', [
    { type: 'application/pdf', ending: 'pdf', bytes: pdf(draws) },
    { type: 'text/plain; charset=us-ascii', ending: 'txt', bytes: Buffer.from(`Ref ${draws.digits('file', 6)}\r\n`) },
    { type: 'text/calendar; charset=utf-8', ending: 'ics', bytes: calendar(draws) },
    { type: 'application/octet-stream', ending: 'bin', bytes: Buffer.from(draws.hex('file', 48), 'hex') },
  ])
  const name = `${base}.${file.ending}`
  return leaf({
    type: file.type,
    bytes: file.bytes,
    draws,
    transfer: 'base64',
    fields: [`Content-Disposition: attachment;\r\n ${fileParameter('filename', name, style)}`],
  })
}

const pdf = (draws: Draws): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%${draws.hex('pdf', 32)}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )

const calendar = (draws: Draws): Buffer =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      `UID:${draws.digits('event', 12)}@calendar.example`,
      `DTSTART:202612${String(10 + draws.below('day', 18))}T090000Z`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )

function inlineImage(draws: Draws): Entity {
  return leaf({
    type: 'image/gif; name="logo.gif"',
    bytes: gif,
    draws,
    transfer: 'base64',
    fields: [
      `Content-ID: <logo.${draws.digits('image', 6)}@images.example>`,
      'Content-Disposition: inline; filename="logo.gif"',
    ],
  })
}
