import { readAddressList } from '../../src/mime/address-list.ts'
import { bodyTextsOf } from '../../src/mime/body-texts.ts'
import { calendarText } from '../../src/mime/calendar-text.ts'
import { unflowed } from '../../src/mime/flowed-text.ts'
import { messageIdOf, rawField, readAddresses, senderOf, subjectOf } from '../../src/mime/header-fields.ts'
import {
  beginsField,
  findHeader,
  headerStart,
  isParameter,
  lineEnd,
  partHeaderStart,
} from '../../src/mime/header-range.ts'
import { fieldLinesIn, readHeaderSection } from '../../src/mime/header-section.ts'
import { withLineFeeds } from '../../src/mime/line-feeds.ts'
import { mailBodies } from '../../src/mime/mail-bodies.ts'
import { makeNode } from '../../src/mime/make-node.ts'
import { readMimeTree } from '../../src/mime/mime-tree.ts'
import { plainFooterAt } from '../../src/mime/plain-footer.ts'
import { readMime } from '../../src/mime/read-mime.ts'
import { contentIdOf, shownFiles } from '../../src/mime/shown-files.ts'
import { firstWord, readStructuredField } from '../../src/mime/structured-field.ts'
import { decodedLength, decodeTransfer, pieceDecoder, type TransferEncoding } from '../../src/mime/transfer-encoding.ts'
import { UuDecoder } from '../../src/mime/uu-decoder.ts'
import { envelope, field, type GrowthCase, headWords, htmlWords, ignoringErrors, mail } from './growth-case.ts'

/** The functions that read headers and the MIME structure. */
export const mimeCases: Record<string, GrowthCase> = {
  'mime/address-list.ts readAddressList': {
    reads: {
      field: readAddressList,
      address: (text) => readAddressList(`a@${text}`),
      quoted: (text) => readAddressList(`"${text}@`),
    },
    words: headWords,
  },
  'mime/body-texts.ts bodyTextsOf': {
    reads: { parts: (text) => ignoringErrors(() => bodyTextsOf(multipart(text))) },
    words: [...headWords, '\n--b', 'Content-Type: text/plain; name=a\n'],
  },
  'mime/calendar-text.ts calendarText': { reads: { text: calendarText }, words: ['\n ', '\\', '\\n', 'a'] },
  'mime/flowed-text.ts unflowed': {
    reads: { flowed: (text) => unflowed(text, false), delsp: (text) => unflowed(text, true) },
    words: ['> ', '>', ' \n', '-- \n', 'a \n'],
  },
  'mime/header-fields.ts messageIdOf': {
    reads: { field: (text) => messageIdOf(new Map([['message-id', text]])) },
    words: headWords,
  },
  'mime/header-fields.ts rawField': { reads: { field: (text) => rawField(field(text), 'from') }, words: headWords },
  'mime/header-fields.ts readAddresses': {
    reads: { field: (text) => readAddresses(field(text), 'from') },
    words: headWords,
  },
  'mime/header-fields.ts subjectOf': {
    reads: { field: (text) => subjectOf(new Map([['subject', text]])) },
    words: headWords,
  },
  'mime/header-fields.ts senderOf': {
    reads: { field: (text) => senderOf(field(text), envelope.mailFrom) },
    words: headWords,
  },
  'mime/header-range.ts beginsField': {
    reads: { bytes: (text) => beginsField(Buffer.from(text), 0) },
    words: ['a', ' ', 'a:'],
  },
  'mime/header-section.ts fieldLinesIn': {
    reads: { header: (text) => Array.from(fieldLinesIn(text)) },
    words: ['a\n', '\n:', ' \r', ...headWords],
  },
  'mime/header-range.ts findHeader': {
    reads: {
      bytes: (text) => findHeader(Buffer.from(text), 0),
      returns: (text) => findHeader(Buffer.from(`a: b\r${text}`), 0),
      junk: (text) => findHeader(Buffer.from(`a: b\nno field\n${text}`), 0),
    },
    words: ['From ', 'a:', 'x y\n', '\r', 'X-a: b\n', ...headWords],
  },
  'mime/header-range.ts headerStart': {
    reads: { bytes: (text) => headerStart(Buffer.from(text)) },
    words: ['\ufeff', '\r\n', 'a:'],
  },
  'mime/header-range.ts isParameter': {
    reads: { line: (text) => isParameter(text, ';'), before: (text) => isParameter('a=b', text) },
    words: ['a', ';', ' ', '\r\n'],
  },
  'mime/header-range.ts lineEnd': { reads: { bytes: (text) => lineEnd(Buffer.from(text), 0) }, words: ['\r', 'a'] },
  'mime/header-range.ts partHeaderStart': {
    reads: { bytes: (text) => partHeaderStart(Buffer.from(text), 0) },
    words: ['\r\n', 'content-'],
  },
  'mime/header-section.ts readHeaderSection': {
    reads: { head: (text) => ignoringErrors(() => readHeaderSection(Buffer.from(text))) },
    words: headWords,
  },
  'mime/line-feeds.ts withLineFeeds': { reads: { text: withLineFeeds }, words: ['\r', '\r\n', '\r\r\n', 'a'] },
  'mime/mail-bodies.ts mailBodies': {
    reads: Object.fromEntries(
      ['text/plain', 'text/html'].map((contentType) => [
        contentType,
        (text: string) => mailBodies({ contentType, text, forwardedHeader: field(text), children: [] }),
      ]),
    ),
    words: htmlWords,
  },
  'mime/make-node.ts makeNode': {
    reads: Object.fromEntries(
      ['content-type', 'content-disposition', 'content-transfer-encoding'].map((name) => [
        name,
        (text: string) => makeNode(new Map([[name, text]]), null),
      ]),
    ),
    words: ['attachment; filename="', '\\', '/', 'C:', ...headWords],
  },
  'mime/mime-tree.ts readMimeTree': {
    reads: {
      parts: (text) => ignoringErrors(() => readMimeTree(mail('Content-Type: multipart/mixed; boundary=b', text))),
      boundary: (text) =>
        ignoringErrors(() => readMimeTree(mail(`Content-Type: multipart/mixed; boundary="${text}`, text))),
    },
    words: [...headWords, '\n--', '--b', 'Content-Type: multipart/mixed; boundary=b\n\n'],
  },
  'mime/plain-footer.ts plainFooterAt': {
    reads: {
      base64: (text) => plainFooterAt(Buffer.from(`QUJD\n${text}`), 'base64'),
      quoted: (text) => plainFooterAt(Buffer.from(text), 'quoted-printable'),
    },
    words: ['\n____', 'QUJD', '=', ' ', '\n', '?a=', '!'],
  },
  'mime/read-mime.ts readMime': {
    reads: Object.fromEntries(
      ['text/plain; format=flowed', 'text/plain; charset=utf-7', 'text/html', 'application/pdf'].map((type) => [
        type,
        (text: string) => readMime(mail(`Content-Type: ${type}`, text)),
      ]),
    ),
    words: ['<meta ', 'charset', ...headWords],
  },
  'mime/shown-files.ts contentIdOf': {
    reads: { field: (text) => contentIdOf(makeNode(new Map([['content-id', text]]), null)) },
    words: headWords,
  },
  'mime/shown-files.ts shownFiles': {
    reads: { html: shownIn },
    words: ['cid:', 'src=', 'href=', ' ', '"', '%41', '&amp;', '&quot;', ...htmlWords],
  },
  'mime/structured-field.ts firstWord': { reads: { text: firstWord }, words: headWords },
  'mime/structured-field.ts readStructuredField': {
    reads: {
      field: readStructuredField,
      param: (text) => readStructuredField(`a/b; c="${text}`),
      extended: (text) => readStructuredField(`a/b; c*=utf-8''${text}`),
    },
    words: headWords,
  },
  'mime/transfer-encoding.ts decodeTransfer': {
    reads: {
      base64: (text) => decodeTransfer(Buffer.from(text), 'base64', text.length),
      quoted: (text) => decodeTransfer(Buffer.from(text), 'quoted-printable', text.length),
    },
    words: ['=\n', '=20', 'Q==', '= '],
  },
  'mime/transfer-encoding.ts decodedLength': {
    reads: {
      base64: (text) => decodedLength(Buffer.from(text), 'base64'),
      quoted: (text) => decodedLength(Buffer.from(text), 'quoted-printable'),
    },
    words: ['=\n', 'Q=='],
  },
  'mime/transfer-encoding.ts pieceDecoder': {
    reads: {
      base64: (text) => decodeInPieces(text, 'base64'),
      quoted: (text) => decodeInPieces(text, 'quoted-printable'),
    },
    words: ['=\n', '=', ' ', '\t', '\r', 'Q=='],
  },
  'mime/uu-decoder.ts UuDecoder': {
    reads: { text: (text) => new UuDecoder().decode(Buffer.from(`begin 644 a\n${text}`), true) },
    words: ['M', '\n', ' ', 'end\n', 'begin 644 a\n'],
  },
}

const multipart = (text: string) => readMimeTree(mail('Content-Type: multipart/mixed; boundary=b', text))

function shownIn(html: string): unknown {
  const tree = readMimeTree(mail('Content-Type: text/html\nContent-ID: <a>\nContent-Location: b', html))
  return shownFiles([tree], new Set([tree]))
}

/** Small pieces, so that what one leaves for the next is looked at often. */
function decodeInPieces(text: string, encoding: TransferEncoding): void {
  const decode = pieceDecoder(encoding)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 1024) decode(bytes.subarray(at, at + 1024), at + 1024 >= bytes.length)
}
