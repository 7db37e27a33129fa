import { createHash } from 'node:crypto'

const lineBytes = 57
/** Of the mail with an attachment. */
export const subjectForTwo = 'For both of you'
const headOf = (subject: string, type: string) =>
  [
    'From: Ada Sender <ada@elsewhere.example>',
    'To: someone@elsewhere.example',
    `Subject: ${subject}`,
    'Date: Fri, 01 Jan 2100 12:00:00 +0000',
    `Message-ID: <${subject.replaceAll(' ', '-').toLowerCase()}@elsewhere.example>`,
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
  ].join('\r\n')

/** Its source is above 256 KiB, and stored apart; small once it is packed. */
export const largeMail = () =>
  `${headOf('A long letter', 'text/plain; charset=utf-8')}\r\n\r\n${'All work and no play makes Jack a dull boy.\r\n'.repeat(6_500)}`

/** For two recipients: what their copies share is stored once, since it does not get much smaller by packing. */
export function mailForTwo(): string {
  const paragraphs = Array.from({ length: 700 }, (_, n) => `<p>${digestOf(n)}</p>`).join('\r\n')
  const file = Array.from({ length: 32 }, (_, n) => digestOf(n).slice(0, lineBytes)).join('')
  return [
    headOf(subjectForTwo, 'multipart/mixed; boundary="part"'),
    '',
    '--part',
    'Content-Type: text/html; charset=utf-8',
    '',
    paragraphs,
    '--part',
    'Content-Type: text/plain; name="list.txt"',
    'Content-Disposition: attachment; filename="list.txt"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(file).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    '--part--',
    '',
  ].join('\r\n')
}

/** The same at every call, and as good as random. */
const digestOf = (n: number) => createHash('sha256').update(String(n)).digest('base64url')
