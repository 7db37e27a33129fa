import { hostileMailNames, hostileMails } from '@inlet/testkit'

/** Lines as sent over SMTP, in an attachment that is not parsed. */
const wireLines: Record<string, string> = { 'plain lines': `${'x'.repeat(74)}\r\n`, 'dotted lines': '..\r\n' }

const lineEnd = Buffer.from('\r\n')
const nothing = Buffer.alloc(0)
/** Lines of hostile mails are broken at this length, below the limit of SMTP. */
const lineBytesMax = 100_000

/** The hostile mail of this name, of about this many bytes, as sent over SMTP. @throws for an unknown name */
export function wireMail(name: string, mailBytes: number): Buffer {
  const line = wireLines[name]
  if (line) {
    const head =
      'From: a@b.example\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: 8bit\r\n\r\n'
    return Buffer.from(head + line.repeat(Math.floor(mailBytes / line.length)), 'latin1')
  }
  const special = specialMails[name]
  if (special) return wireForm(Buffer.from(special, 'latin1'))
  const known = hostileMailNames.find((each) => each === name)
  if (!known) throw new Error(`no hostile mail is called ${name}`)
  return wireForm(hostileMails[known](mailBytes))
}

const head = 'From: a@b.example\r\nSubject: sane\r\n'
const signature =
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=b.example; s=s1; h=from:subject; bh=AAAA; b=AAAA\r\n'
const planted = (ms: number) => `X-Planted-Ms: ${ms}\r\n${head}\r\ntext\r\n`

/** Mails that were found to be expensive, each by one weakness. The planted ones take as long as their name says (`plant-slowness.ts`). */
const specialMails: Record<string, string> = {
  'a charset of quotes, 40 kB': `${head}Content-Type: text/plain; charset=a${"'".repeat(40_000)}b\r\n\r\ntext\r\n`,
  'a charset of quotes, 100 kB': `${head}Content-Type: text/plain; charset=a${"'".repeat(99_000)}b\r\n\r\ntext\r\n`,
  'blanks in a signed head': `${signature}${head}X-Run: a${' '.repeat(99_000)}b\r\n\r\ntext\r\n`,
  'carriage returns in a signed head': `${signature}${head}X-Run: a${'\r'.repeat(99_000)}b\r\n\r\ntext\r\n`,
  'blanks in a From': `${signature}Subject: sane\r\nFrom: a${' '.repeat(99_000)}b@b.example\r\n\r\ntext\r\n`,
  'a signature of blanks': `DKIM-Signature: v=1; a=rsa-sha256; d=b.example; s=s1; h=from; bh=AAAA; b=A${' \t'.repeat(49_000)}A\r\n${head}\r\ntext\r\n`,
  'planted, 140 ms': planted(140),
  'planted, 3 s': planted(3_000),
  'planted, 20 s': planted(20_000),
  'a short mail': `${head}\r\n${'text\r\n'.repeat(400)}`,
  'a mail of 200 kB': `${head}\r\n${`${'word '.repeat(14)}\r\n`.repeat(2_700)}`,
}

/** Breaks long lines, stuffs dots (RFC 5321 §4.5.2), and ends with CRLF. */
function wireForm(mail: Buffer): Buffer {
  const stuffed = Buffer.from(mail.toString('latin1').replaceAll('\r\n.', '\r\n..'), 'latin1')
  const pieces: Buffer[] = []
  for (let from = 0; from < stuffed.length; ) {
    const window = stuffed.subarray(from, from + lineBytesMax)
    const end = window.lastIndexOf('\n') + 1
    const hasEnd = end > 0 || from + lineBytesMax >= stuffed.length
    const piece = end > 0 ? window.subarray(0, end) : window
    pieces.push(piece, hasEnd ? nothing : lineEnd)
    from += piece.length
  }
  if (!stuffed.subarray(-2).equals(lineEnd)) pieces.push(lineEnd)
  return Buffer.concat(pieces)
}
