import { randomInt } from 'node:crypto'

const vocabulary =
  'order account delivery invoice summer winter garden kitchen morning evening coffee bicycle window mountain river paper silver market letter holiday'.split(
    ' ',
  )
const words = (count: number) => Array.from({ length: count }, () => vocabulary[randomInt(vocabulary.length)]).join(' ')
const cellStyle =
  'padding:12px 24px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;color:#333333'
const text = 'Your verification code is 482913.\r\nIt is valid for 10 minutes.\r\n'

/** A mail: `head` ends where another field may follow, and `parts` names its bodies with their bytes. */
interface SampleMail {
  head: Buffer
  rest: Buffer
  parts: { type: string; bytes: number }[]
}

/**
 * A verification mail as services send them, of about `bytes` bytes: plain text, and HTML as such mails have it, tables with inline
 * styles and a link here and there.
 */
export function sampleMail(bytes: number): SampleMail {
  const head = [
    'From: Shop <no-reply@shop.example>',
    'To: someone@demo.localhost',
    'Subject: Your verification code',
    'Date: Sat, 21 Nov 2026 09:30:00 +0000',
    '',
  ].join('\r\n')
  const htmlOf = (rows: string) =>
    `<html><body><p>Your verification code is <b>482913</b></p><table>\r\n${rows}</table></body></html>`
  const frame = (rows: string) =>
    [
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="=_sample"',
      '',
      '--=_sample',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '--=_sample',
      'Content-Type: text/html; charset=utf-8',
      '',
      htmlOf(rows),
      '--=_sample--',
      '',
    ].join('\r\n')
  let rows = ''
  for (let count = 0; head.length + frame(rows).length < bytes - 350; count += 1) {
    const words20 = words(20)
    const inside = count % 4 === 3 ? `<a href="https://shop.example/item/${randomInt(1e9)}">${words20}</a>` : words20
    rows += `<tr><td style="${cellStyle}">${inside}</td></tr>\r\n`
  }
  const parts = [
    { type: 'text/plain', bytes: text.length },
    { type: 'text/html', bytes: htmlOf(rows).length },
  ]
  return { head: Buffer.from(head), rest: Buffer.from(frame(rows)), parts }
}
