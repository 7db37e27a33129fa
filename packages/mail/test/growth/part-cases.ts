import { htmlToTextWithLinks } from '../../src/html/html-to-text.ts'
import { LinkCollector } from '../../src/html/link-collector.ts'
import { baseOf, leadsOutside, targetOf } from '../../src/html/link-target.ts'
import { linksOf } from '../../src/html/links-of.ts'
import { fieldsIn, headerCharset } from '../../src/mime/header-section.ts'
import { attachmentsOf, filesOf, locateFile } from '../../src/mime/mail-files.ts'
import { attachmentContentsIn, attachmentFileIn, attachmentsIn, headersIn } from '../../src/mime/mail-parts.ts'
import { readMimeTree } from '../../src/mime/mime-tree.ts'
import { isAppScheme } from '../../src/text/app-schemes.ts'
import { urlsIn } from '../../src/text/urls-in.ts'
import { type GrowthCase, headWords, htmlWords, ignoringErrors, mail } from './growth-case.ts'

const linkWords = [
  'https://',
  'http://a.example/',
  '(',
  ')',
  ').',
  ' https',
  '</a>',
  '<a href="https://a.example/">',
  '<i>',
  '</i>',
  '<https://a.example/',
  '\n',
  '\n> ',
  '>',
  '_',
  "'",
  'myapp://',
  '&gt;',
  '日',
]
const multipart = (text: string) => mail('Content-Type: multipart/mixed; boundary=b', text)
const file = (encoding: string) => (text: string) =>
  mail(`Content-Type: image/png\nContent-Transfer-Encoding: ${encoding}`, text)

/** The mails for a function that reads files: many files, and one of each encoding. */
const fileCase = (read: (raw: Buffer) => unknown): GrowthCase => ({
  reads: {
    parts: (text) => ignoringErrors(() => read(multipart(text))),
    base64: (text) => read(file('base64')(text)),
    quoted: (text) => read(file('quoted-printable')(text)),
    filename: (text) => ignoringErrors(() => read(mail(`Content-Type: image/png; name="${text}`))),
    contentId: (text) => ignoringErrors(() => read(mail(`Content-Type: image/png\nContent-ID: ${text}`))),
  },
  words: [...headWords, '\n--', '--b', '=\n', 'Q=='],
})

/** The functions that read the links, files and header fields of a mail. */
export const partCases: Record<string, GrowthCase> = {
  'html/html-to-text.ts htmlToTextWithLinks': {
    reads: {
      document: (text) => htmlToTextWithLinks(text, new LinkCollector()),
      link: (text) => htmlToTextWithLinks(`<a href="https://a.example/${text}">x</a>`, new LinkCollector()),
    },
    words: [...htmlWords, ...linkWords],
  },
  'html/links-of.ts linksOf': {
    reads: {
      html: (text) => linksOf({ textBody: '', htmlBody: text }),
      text: (text) => linksOf({ textBody: text, htmlBody: '' }),
      both: (text) => linksOf({ textBody: text, htmlBody: text }),
      linkText: (text) => linksOf({ textBody: '', htmlBody: `<a href="https://a.example/">${text}</a>` }),
    },
    words: [...htmlWords, ...linkWords],
  },
  'html/link-target.ts baseOf': { reads: { href: baseOf }, words: linkWords },
  'html/link-target.ts leadsOutside': { reads: { target: leadsOutside }, words: linkWords },
  'html/link-target.ts targetOf': {
    reads: { href: (text) => targetOf(text, ''), relative: (text) => targetOf(text, 'https://a.example/') },
    words: ['\t', '//', '../', ...linkWords],
  },
  'text/app-schemes.ts isAppScheme': { reads: { scheme: isAppScheme }, words: ['http', 's', '+'] },
  'text/urls-in.ts urlsIn': {
    reads: {
      text: urlsIn,
      address: (text) => urlsIn(`https://a.example/${text}`),
      host: (text) => urlsIn(`https://${text}`),
      bracketed: (text) => urlsIn(`<https://a.example/${text}`),
      marked: (text) => urlsIn(`${text}https://a.example/x${text}`),
    },
    words: linkWords,
  },
  'mime/mail-parts.ts attachmentContentsIn': fileCase(attachmentContentsIn),
  'mime/mail-parts.ts attachmentFileIn': fileCase((raw) => attachmentFileIn(raw, 0)),
  'mime/mail-parts.ts attachmentsIn': fileCase(attachmentsIn),
  'mime/mail-parts.ts headersIn': {
    reads: { mail: (text) => headersIn(Buffer.from(text)), field: (text) => headersIn(mail(`From: ${text}`)) },
    words: headWords,
  },
  'mime/header-section.ts fieldsIn': {
    reads: { head: (text) => Array.from(fieldsIn(Buffer.from(text))) },
    words: headWords,
  },
  'mime/header-section.ts headerCharset': {
    reads: { mail: (text) => headerCharset(Buffer.from(`${text}\u00e9`, 'latin1'))() },
    words: ['charset', '=', ' ', '\u00e9', ...headWords],
  },
  'mime/mail-files.ts attachmentsOf': fileCase((raw) => attachmentsOf(readMimeTree(raw))),
  'mime/mail-files.ts filesOf': fileCase((raw) => filesOf(readMimeTree(raw)).map(({ decode }) => decode())),
  'mime/mail-files.ts locateFile': fileCase((raw) => locateFile(readMimeTree(raw), 0)),
}
