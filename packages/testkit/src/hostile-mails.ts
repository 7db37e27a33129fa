const mebibyte = 1024 * 1024

/**
 * Hostile mails: each function makes one of about `sizeBytes`, at least a few hundred. Their Subject is the word `sane` where possible,
 * so that tests can see that it was read.
 */
export const hostileMails = {
  'empty lines': (sizeBytes: number) => mail({ body: repeated('\r\n', sizeBytes) }),
  'one long line': (sizeBytes: number) => mail({ body: repeated('a', sizeBytes) }),
  'one long line of words': (sizeBytes: number) => mail({ body: repeated('word ', sizeBytes) }),
  'one long line of digits': (sizeBytes: number) => mail({ body: repeated('123456 ', sizeBytes) }),
  'codes and labels': (sizeBytes: number) => mail({ body: repeated('Your code is 482913\r\n', sizeBytes) }),
  'prices in endless columns': (sizeBytes: number) =>
    mail({ body: `Authorization code: 482913\r\nTotal $5.00\r\n${repeated('  1', sizeBytes)}x` }),
  'links without end': (sizeBytes: number) => mail({ body: repeated('http://a.example/?', sizeBytes) }),
  'flowed short lines': (sizeBytes: number) =>
    mail({ type: 'text/plain; format=flowed; delsp=yes', body: repeated('a \r\n', sizeBytes) }),
  'flowed quotes': (sizeBytes: number) =>
    mail({ type: 'text/plain; format=flowed', body: repeated('>>>>>>>>>>>>>>> \r\n> \r\n', sizeBytes) }),
  'look-alikes of a boundary': (sizeBytes: number) =>
    mail({ type: 'multipart/mixed; boundary=bbbb', body: repeated('--bbba\r\n', sizeBytes) }),
  'two dashes on each line': (sizeBytes: number) =>
    mail({ type: 'multipart/mixed; boundary=b', body: repeated('--\n', sizeBytes) }),
  'a boundary that is never closed': (sizeBytes: number) =>
    mail({ type: 'multipart/mixed; boundary=b', body: `--b\r\n\r\n${repeated('text\r\n', sizeBytes)}` }),
  'nested boundaries that begin alike': (sizeBytes: number) => nestedMultiparts(31, repeated('--bb-b\n', sizeBytes)),
  'nested ten thousand deep': (sizeBytes: number) => nestedMultiparts(10_000, repeated('x', sizeBytes)),
  'messages in messages': (sizeBytes: number) =>
    mail({
      type: 'message/rfc822',
      fields: 'Content-Disposition: inline\r\n',
      body: repeated('Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n', sizeBytes),
    }),
  'two hundred parts': (sizeBytes: number) =>
    multipart(Array.from({ length: 199 }, () => `Content-Type: text/html\r\n\r\n${repeated('<b>x', sizeBytes / 199)}`)),
  'ampersands beside HTML': (sizeBytes: number) =>
    multipart([`\r\n${repeated('&', sizeBytes)}`, 'Content-Type: text/html\r\n\r\n<p>x']),
  'thousands of parts': (sizeBytes: number) =>
    mail({ type: 'multipart/mixed; boundary=b', body: repeated('--b\r\n\r\nx\r\n', sizeBytes) }),
  'thousands of attachments': (sizeBytes: number) =>
    mail({
      type: 'multipart/mixed; boundary=b',
      body: repeated('--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\nx\r\n', sizeBytes),
    }),
  'thousands of header fields': (sizeBytes: number) => mail({ fields: repeated('X-Field: value\r\n', sizeBytes) }),
  'one giant header field': (sizeBytes: number) => mail({ fields: `X-Field: ${repeated('value ', sizeBytes)}\r\n` }),
  'a header field folded without end': (sizeBytes: number) =>
    mail({ fields: `X-Field: a${repeated('\r\n a', sizeBytes)}\r\n` }),
  'a header without end': (sizeBytes: number) => Buffer.from(repeated('Subject: sane\r\n x\r\n', sizeBytes)),
  'carriage returns in a header field': (sizeBytes: number) =>
    mail({ fields: `${signature()}X-Field: a${repeated('\r', headBytes(sizeBytes))}b\r\n` }),
  'blanks in a header field': (sizeBytes: number) =>
    mail({ fields: `${signature()}X-Field: a${repeated(' \t', headBytes(sizeBytes))}b\r\n` }),
  'blanks before a colon': (sizeBytes: number) =>
    mail({ fields: `${signature()}X${repeated(' ', headBytes(sizeBytes))}Field: b\r\n` }),
  'blanks in a signature': (sizeBytes: number) =>
    mail({ fields: signature(`; z${repeated(' ', headBytes(sizeBytes))}y=1`) }),
  'dots in the author’s domain': (sizeBytes: number) =>
    mail({ from: `a@${repeated('.', headBytes(sizeBytes))}x`, fields: signature() }),
  'encoded words by the thousand': (sizeBytes: number) =>
    mail({ subject: repeated('=?utf-8?Q?=C3=A9?=\r\n ', headBytes(sizeBytes)) }),
  'encoded words of as many charsets': (sizeBytes: number) =>
    mail({ subject: repeated('=?koi8-r?B?0A==?= =?big5?Q?a?= =?iso-2022-jp?Q?=1B$B?= ', headBytes(sizeBytes)) }),
  'encoded words that never end': (sizeBytes: number) =>
    mail({ subject: repeated('=?utf-8?Q?', headBytes(sizeBytes)) }),
  'a header inside an encoded word': (sizeBytes: number) =>
    mail({
      subject: 'sane =?utf-8?q?=0d=0aBcc:_victim=40a.example=0d=0a=0d=0abody=00?=',
      body: repeated('x', sizeBytes),
    }),
  'parameters in ten thousand sections': (sizeBytes: number) =>
    mail({ type: `text/plain${numbered(headBytes(sizeBytes), (index) => `;name*${index}*=%41`)}` }),
  'parameters without end': (sizeBytes: number) =>
    mail({ type: `text/plain${repeated(';a="\\"', headBytes(sizeBytes))}` }),
  'a hundred thousand senders': (sizeBytes: number) => mail({ from: repeated('a@b.example,', headBytes(sizeBytes)) }),
  'groups in groups': (sizeBytes: number) => mail({ from: repeated('g:', headBytes(sizeBytes)) }),
  'comments in comments': (sizeBytes: number) => mail({ from: repeated('(', headBytes(sizeBytes)) }),
  'angle brackets without end': (sizeBytes: number) => mail({ from: repeated('"<', headBytes(sizeBytes)) }),
  'an unknown charset': (sizeBytes: number) =>
    mail({ type: `text/plain; charset="${'x'.repeat(200)}"`, body: repeated('é', sizeBytes) }),
  'a charset of quotes': (sizeBytes: number) =>
    mail({ type: `text/plain; charset=a${repeated("'", headBytes(sizeBytes))}b` }),
  'a charset of quotes in quotes': (sizeBytes: number) =>
    mail({ type: `text/html; charset="a${repeated('\\"', headBytes(sizeBytes))}b"` }),
  'Japanese escapes': (sizeBytes: number) =>
    mail({ type: 'text/plain; charset=iso-2022-jp', body: repeated('\u001b$B\u001b(B', sizeBytes) }),
  'UTF-7 shifts': (sizeBytes: number) =>
    mail({ type: 'text/plain; charset=utf-7', body: repeated('+AOk-', sizeBytes) }),
  'UTF-16 with a mark': (sizeBytes: number) =>
    mail({
      type: 'text/plain; charset=utf-8',
      body: Buffer.from(`\ufeff${repeated('sane ', sizeBytes / 2)}`, 'utf16le'),
    }),
  'UTF-16 without a mark': (sizeBytes: number) =>
    mail({ type: 'text/plain; charset=utf-16le', body: Buffer.from(repeated('sane ', sizeBytes / 2), 'utf16le') }),
  'UTF-16 under another name': (sizeBytes: number) =>
    mail({ type: 'text/plain; charset=us-ascii', body: Buffer.from(repeated('sane ', sizeBytes / 2), 'utf16le') }),
  'zero bytes': (sizeBytes: number) => mail({ body: Buffer.alloc(sizeBytes) }),
  'bytes of no charset': (sizeBytes: number) =>
    mail({ type: 'text/plain; charset=utf-8', body: Buffer.alloc(sizeBytes, Buffer.from([0xff, 0xfe, 0xc3, 0x28])) }),
  'combining marks': (sizeBytes: number) => mail({ body: repeated('\u0301', sizeBytes) }),
  'soft line breaks': (sizeBytes: number) => quotedPrintable('text/plain', repeated('=\r\n', sizeBytes)),
  'escaped bytes': (sizeBytes: number) => quotedPrintable('text/plain', repeated('=C3=A9', sizeBytes)),
  'half escapes before spaces': (sizeBytes: number) =>
    quotedPrintable('text/plain', repeated(`=${' '.repeat(200)}`, sizeBytes)),
  'base64 of one letter': (sizeBytes: number) => base64('text/plain', repeated('QUFB', sizeBytes)),
  'base64 paddings': (sizeBytes: number) => base64('text/plain', repeated('QQ==', sizeBytes)),
  'base64 with a line break behind each letter': (sizeBytes: number) =>
    base64('text/html', repeated('Q\r\n', sizeBytes)),
  'base64 in capital disguise': (sizeBytes: number) =>
    base64('text/html', Buffer.from(repeated('<div>', sizeBytes / 1.4)).toString('base64')),
  'a compressed attachment': (sizeBytes: number) =>
    base64('application/gzip', repeated('H4sIAAAAAAAAA+3BMQEAAADC', sizeBytes)),
  'table rows': (sizeBytes: number) => html(repeated('<tr><td>1</td><td>2</td></tr>', sizeBytes), '<table>'),
  'tables in tables': (sizeBytes: number) => html(repeated('<table><tr><td>', sizeBytes)),
  'nested elements': (sizeBytes: number) => html(repeated('<div>', sizeBytes)),
  'nested formatting that ends across': (sizeBytes: number) => html(repeated('<b><i></b>', sizeBytes)),
  'end tags of nothing': (sizeBytes: number) => html(repeated('</p></x>', sizeBytes)),
  'ever new elements': (sizeBytes: number) => html(numbered(sizeBytes, (index) => `<x${index}>`)),
  'attributes without end': (sizeBytes: number) => html(`<div ${repeated('a=b ', sizeBytes)}>`),
  'ever new attributes': (sizeBytes: number) => html(`<div ${numbered(sizeBytes, (index) => `a${index} `)}>`),
  entities: (sizeBytes: number) => html(repeated('&amp;&#x1F600;&nbsp;', sizeBytes)),
  'entities in attributes': (sizeBytes: number) => html(`<a href="${repeated('&amp;', sizeBytes)}">x</a>`),
  'half entities': (sizeBytes: number) => html(repeated('&#&', sizeBytes)),
  'a long half entity': (sizeBytes: number) => html(`&${repeated('CounterClockwiseContourIntegra', sizeBytes)}`),
  styles: (sizeBytes: number) => html(repeated(`<b style="${'display:block;'.repeat(50)}">x</b>`, sizeBytes)),
  'styles of zeros': (sizeBytes: number) => html(repeated(`<b style="opacity:${'0'.repeat(8000)}x">x</b>`, sizeBytes)),
  'styles that hide and show': (sizeBytes: number) =>
    html(repeated('<i style="font-size:0;visibility:hidden"><i style="font-size:9px;visibility:visible">x', sizeBytes)),
  'styles of spaces': (sizeBytes: number) => html(repeated(`<b style="font${' '.repeat(2000)}none">x</b>`, sizeBytes)),
  'an unclosed comment': (sizeBytes: number) => html(`<!--${repeated('- ', sizeBytes)}`),
  'comments without end': (sizeBytes: number) => html(repeated('<!--', sizeBytes)),
  'an unclosed style': (sizeBytes: number) => html(`<style>${repeated('</styl', sizeBytes)}`),
  'an unclosed tag': (sizeBytes: number) => html(repeated('<a ', sizeBytes)),
  'angle brackets': (sizeBytes: number) => html(repeated('<', sizeBytes)),
  'line breaks': (sizeBytes: number) => html(repeated('<br>', sizeBytes)),
} as const

/** The name of a hostile mail. */
export type HostileMailName = keyof typeof hostileMails

/** The names of all hostile mails, in the order in which they are made. */
export const hostileMailNames: readonly HostileMailName[] = Object.keys(hostileMails).filter(isName)

function isName(name: string): name is HostileMailName {
  return Object.hasOwn(hostileMails, name)
}

interface MailParts {
  subject?: string
  from?: string
  type?: string
  fields?: string
  body?: string | Buffer
}

function mail({
  subject = 'sane',
  from = 'Sender <a@b.example>',
  type,
  fields = '',
  body = 'text',
}: MailParts): Buffer {
  const lines = [
    `From: ${from}`,
    `Subject: ${subject}`,
    'Message-ID: <1@a.example>',
    type ? `Content-Type: ${type}` : '',
  ]
  const head = `${lines.filter((line) => line !== '').join('\r\n')}\r\n${fields}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body)])
}

/** A DKIM signature that has to be verified, but whose key does not exist. */
const signature = (more = ''): string =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=b.example; s=s1; h=from:x-field; bh=AAAA; b=AAAA${more}\r\n`

const html = (body: string, before = ''): Buffer => mail({ type: 'text/html', body: `${before}${body}` })

const base64 = (type: string, body: string): Buffer =>
  mail({ type, fields: 'Content-Transfer-Encoding: base64\r\n', body })

const quotedPrintable = (type: string, body: string): Buffer =>
  mail({ type, fields: 'Content-Transfer-Encoding: quoted-printable\r\n', body })

const multipart = (parts: string[]): Buffer =>
  mail({ type: 'multipart/mixed; boundary=b', body: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n` })

function nestedMultiparts(depth: number, body: string): Buffer {
  const heads = Array.from(
    { length: depth },
    (_, level) => `--bb${level}\r\nContent-Type: multipart/mixed; boundary=bb${level + 1}\r\n\r\n`,
  )
  return mail({ type: 'multipart/mixed; boundary=bb0', body: `${heads.join('')}--bb${depth}\r\n\r\n${body}` })
}

function repeated(piece: string, sizeBytes: number): string {
  return piece.repeat(Math.max(1, Math.floor(sizeBytes / Buffer.byteLength(piece))))
}

function numbered(sizeBytes: number, piece: (index: number) => string): string {
  const pieces: string[] = []
  for (let length = 0; length < sizeBytes; length += pieces.at(-1)?.length ?? 0) pieces.push(piece(pieces.length))
  return pieces.join('')
}

/** The size of a header section that is not refused for its length. */
const headBytes = (sizeBytes: number): number => Math.min(sizeBytes, mebibyte / 5)
