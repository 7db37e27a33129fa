import { fieldLinesIn, headerStart } from '@inlet/mail/header-section'

/** A header field in the form that DKIM signs: its lines with their folds, joined by CRLF; `name` is lower case, the whole line where there is no colon. */
export interface SignedField {
  name: string
  text: string
}

/** The fields of a mail's header, one character for each byte. Every line belongs to a field, since mailauth reads all lines. */
export function signedFields(header: Buffer): SignedField[] {
  return Array.from(fieldLinesIn(header.toString('latin1', headerStart(header))), toField)
}

function toField(lines: string[]): SignedField {
  const text = lines.join('\r\n')
  const [name = ''] = text.split(':', 1)
  return { name: name.replace(/\r\n/g, '').trim().toLowerCase(), text }
}

/** The bytes of a header with these fields, its empty line included. */
export function headerOf(fields: SignedField[]): Buffer {
  return Buffer.from(`${fields.map(({ text }) => `${text}\r\n`).join('')}\r\n`, 'latin1')
}
