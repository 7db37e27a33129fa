import { encode, wrap } from 'nodemailer/lib/qp'

/** A part of a mail: its fields and its body, both ended by CRLF. */
export interface Part {
  fields: string[]
  body: string
}

/** A mail of the bench. */
export interface ComposedMail {
  from: string
  subject: string
  /** Further fields of the head. */
  fields: string[]
  part: Part
}

/** A text part whose lines are ASCII of at most 998 characters. */
export const plainPart = (type: string, text: string): Part => ({
  fields: [`Content-Type: ${type}; charset=us-ascii`, 'Content-Transfer-Encoding: 7bit'],
  body: text,
})

/** A text part in quoted-printable. */
export const printablePart = (type: string, text: string): Part => ({
  fields: [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: quoted-printable'],
  body: `${printable(text)}\r\n`,
})

/** A text in quoted-printable, in which no line begins with a dot: SMTP would want another before it. */
export const printable = (text: string): string => wrap(encode(text), 74).replace(/^\./gm, '=2E')

/** An attachment in base64. */
export const filePart = (type: string, name: string, bytes: Buffer): Part => ({
  fields: [
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
  ],
  body: bytes.toString('base64').replace(/.{1,76}/g, '$&\r\n'),
})

/** Parts in one. */
export const multipart = (kind: 'alternative' | 'mixed', boundary: string, parts: Part[]): Part => ({
  fields: [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
  body: `${parts.map(({ fields, body }) => `--${boundary}\r\n${fields.join('\r\n')}\r\n\r\n${body}\r\n`).join('')}--${boundary}--\r\n`,
})
