import { randomBytes } from 'node:crypto'

/** A mail as services send them, of about `bytes` bytes: text and HTML, a code, and filler that does not compress to nothing. */
export function sampleMail(bytes: number): { head: string; rest: string } {
  const code = '482913'
  const text = `Your verification code is ${code}.\r\nIt is valid for 10 minutes.\r\n`
  const row = () =>
    `<tr><td style="padding:8px;font-family:Arial,sans-serif;color:#333333"><a href="https://shop.example/item/${randomBytes(6).toString('hex')}">${words(8)}</a></td></tr>\r\n`
  const frame = (html: string) =>
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
      `<html><body><p>Your verification code is <b>${code}</b></p><table>\r\n${html}</table></body></html>`,
      '--=_sample--',
      '',
    ].join('\r\n')
  let html = ''
  const head =
    'From: Shop <no-reply@shop.example>\r\nTo: someone@demo.localhost\r\nSubject: Your verification code\r\nDate: Sat, 21 Nov 2026 09:30:00 +0000\r\n'
  while (head.length + 60 + frame(html).length < bytes - 100) html += row()
  return { head, rest: frame(html) }
}

const vocabulary =
  'order account delivery invoice summer winter garden kitchen morning evening coffee bicycle window mountain river paper silver market letter holiday'.split(
    ' ',
  )
const words = (count: number) =>
  Array.from({ length: count }, () => vocabulary[randomBytes(1).readUInt8() % vocabulary.length]).join(' ')
