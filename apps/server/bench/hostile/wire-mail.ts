import { hostileMailNames, hostileMails } from '@inlet/testkit'

/** Lines as they stand on the wire, in an attachment that no parser looks into. */
const wireLines: Record<string, string> = { 'plain lines': `${'x'.repeat(74)}\r\n`, 'dotted lines': '..\r\n' }

const lineEnd = Buffer.from('\r\n')
const nothing = Buffer.alloc(0)
/** Where a line of a hostile mail is broken, so that it gets past the limit for lines. */
const lineBytesMax = 100_000

/** A hostile mail by its name, of about so many bytes, as it stands on the wire. @throws where none is called so */
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

/** Mails that are made for one weakness, as they were found to hurt; the planted ones take as long as they say (`plant-slowness.ts`). */
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

/** No line too long to be taken, dots stuffed (RFC 5321 §4.5.2), and CRLF at the end. */
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
