import { malformedMail } from '../../src/content/malformed-mail.ts'
import { digestOf } from '../../src/content/parsed-mail.ts'
import { htmlToText } from '../../src/html/html-to-text.ts'
import { readRules } from '../../src/html/read-rules.ts'
import { StyleRules } from '../../src/html/style-rules.ts'
import { copyOf, readDeclarations, StyleReader } from '../../src/html/text-style.ts'
import { createMailParser } from '../../src/parse-mail.ts'
import { charsetNamed, decoderOf } from '../../src/text/charset-decoders.ts'
import { charsetOf } from '../../src/text/charset-of.ts'
import { cleanLine, cleanText, cutChars, cutUtf8, exactLine, inPieces, trimAscii } from '../../src/text/clean-text.ts'
import { decodeEncodedWords } from '../../src/text/decode-encoded-words.ts'
import { decodeText } from '../../src/text/decode-text.ts'
import { previewOf } from '../../src/text/preview-of.ts'
import { readingCost } from '../../src/text/reading-cost.ts'
import { foldForSearch, foldLetters, parseSearchQuery, searchTextOf } from '../../src/text/search-text.ts'
import { decodeUtf7 } from '../../src/text/utf-7.ts'
import {
  codeWords,
  envelope,
  type GrowthCase,
  headWords,
  htmlWords,
  ignoringErrors,
  mail,
  mailHeads,
  styleWords,
} from './growth-case.ts'

const parseMail = createMailParser()

function styledByClasses(classes: string, style: string): string {
  const rules = new StyleRules()
  rules.add('.a{display:none}.a.b{display:block}', '')
  return rules.cascade({ tag: 'p', id: '', classes }, style)
}

/** The functions that read texts, HTML and whole mails. */
export const textCases: Record<string, GrowthCase> = {
  'content/parsed-mail.ts digestOf': { reads: { text: (text) => digestOf(text, Buffer.from(text)) }, words: [] },
  'html/html-to-text.ts htmlToText': {
    reads: {
      document: (text) => htmlToText(text),
      styles: (text) => htmlToText(`<b style="opacity:${text}">x</b>`),
      link: (text) => htmlToText(`<a href="${text}">x</a>`),
      base: (text) => htmlToText(`<base href="https://a.example/${text}">${'<a href=x>'.repeat(text.length / 16)}`),
    },
    words: htmlWords,
  },
  'html/read-rules.ts readRules': {
    reads: {
      sheet: (text) =>
        readRules(
          text,
          () => {},
          () => true,
        ),
    },
    words: [...styleWords, '.a{', '}', '@media ', '"', '<!--', '/*', 'url(', '\\4', '\n'],
  },
  'html/style-rules.ts StyleRules': {
    reads: {
      sheet: (text) => new StyleRules().add(text, ''),
      media: (text) => new StyleRules().add('.a{display:none}', text),
      classes: (text) => styledByClasses(text, ''),
      style: (text) => styledByClasses('a', text),
    },
    words: [...styleWords, '.a{', '}', '@media ', 'screen', ' and ', '(min-width:', ',', '#b', '<!--', '/*', 'a '],
  },
  'html/text-style.ts copyOf': { reads: { style: copyOf }, words: styleWords },
  'html/text-style.ts readDeclarations': { reads: { block: readDeclarations }, words: styleWords },
  'html/text-style.ts StyleReader': {
    reads: {
      style: (text) => new StyleReader().bitsOf(text, 0),
      ...Object.fromEntries(
        ['font', 'opacity', 'font-size', 'letter-spacing', 'text-indent', 'font-weight'].map((property) => [
          property,
          (text: string) => new StyleReader().bitsOf(`${property}:${text}`, 0),
        ]),
      ),
    },
    words: styleWords,
  },
  'content/malformed-mail.ts malformedMail': {
    reads: {
      mail: (text) => malformedMail(Buffer.from(text), envelope),
      from: (text) => malformedMail(mail(`From: ${text}`), envelope),
    },
    words: headWords,
  },
  'parse-mail.ts createMailParser': {
    reads: {
      mail: (text) => ignoringErrors(() => parseMail(Buffer.from(text), envelope)),
      text: (text) => parseMail(mail('', text), envelope),
      html: (text) => parseMail(mail('Content-Type: text/html', text), envelope),
      charset: (text) => ignoringErrors(() => parseMail(mail(`Content-Type: text/plain; charset=${text}`), envelope)),
      ...Object.fromEntries(
        mailHeads.map((name) => [
          name,
          (text: string) => ignoringErrors(() => parseMail(mail(`${name}: ${text}`, '1'), envelope)),
        ]),
      ),
    },
    words: [...headWords, ...htmlWords, ...codeWords],
  },
  'text/charset-decoders.ts charsetNamed': { reads: { label: charsetNamed }, words: ['cp', 'ibm', '-', 'win-125'] },
  'text/charset-decoders.ts decoderOf': {
    reads: Object.fromEntries(
      ['iso-2022-jp', 'iso-2022-kr', 'cp850'].map((name) => [
        name,
        (text: string) => decoderOf(name).decode(Buffer.from(text)),
      ]),
    ),
    words: ['\u001b$B', '\u001b(B', '\u001b$)C', '\u000e', '\u000f', '\n'],
  },
  'text/charset-of.ts charsetOf': {
    reads: Object.fromEntries(
      ['', 'utf-8', 'windows-1252', 'gb18030'].map((name) => [
        `as ${name}`,
        (text: string) => charsetOf(Buffer.from(`${text}\u00e9`, 'latin1'), name),
      ]),
    ),
    words: ['\u00c3\u00a9', '\u00e9', '\u0081', 'a\u00fc'],
  },
  'text/clean-text.ts exactLine': { reads: { text: (text) => exactLine(text, text.length) }, words: [] },
  'text/clean-text.ts trimAscii': { reads: { text: trimAscii }, words: [] },
  'text/clean-text.ts cleanLine': { reads: { text: (text) => cleanLine(text, text.length) }, words: [] },
  'text/clean-text.ts cleanText': { reads: { text: cleanText }, words: [] },
  'text/clean-text.ts cutChars': { reads: { text: (text) => cutChars(text, text.length - 1) }, words: [] },
  'text/clean-text.ts cutUtf8': { reads: { text: (text) => cutUtf8(text, text.length - 1) }, words: [] },
  'text/decode-encoded-words.ts decodeEncodedWords': {
    reads: {
      field: decodeEncodedWords,
      alternating: (text) => decodeEncodedWords('=?a?q??= =?a?b??= '.repeat(text.length >> 1)),
    },
    words: headWords,
  },
  'text/decode-text.ts decodeText': {
    reads: {
      label: (text) => decodeText(Buffer.from('é'), text),
      ...Object.fromEntries(
        ['', 'utf-8', 'utf-7', 'utf-16', 'iso-2022-jp', 'gb18030'].map((label) => [
          `as ${label}`,
          (text: string) => decodeText(Buffer.from(text), label),
        ]),
      ),
    },
    words: ['\u001b$B', '\u001b(B', '+AOk-', '+', 'win-125', 'utf'],
  },
  'text/reading-cost.ts readingCost': { reads: { text: readingCost }, words: ['é', '\ufffd', 'Я', '的', '한', '’'] },
  'text/utf-7.ts decodeUtf7': { reads: { text: (text) => decodeUtf7(Buffer.from(text)) }, words: ['+AOk-', '+', '-'] },
  'text/search-text.ts foldLetters': { reads: { text: foldLetters }, words: ['\u3099', '\uff9e', '\u0344', 'ﷺ'] },
  'text/search-text.ts foldForSearch': {
    reads: { text: foldForSearch },
    words: ['\u3099', '\uff9e', '\u0344', 'ﷺ', '\u115f', '’', '“', '…'],
  },
  'text/clean-text.ts inPieces': { reads: { text: (text) => inPieces(text, (piece) => piece) }, words: [] },
  'text/search-text.ts parseSearchQuery': { reads: { query: parseSearchQuery }, words: ['"a" ', '" '] },
  'text/preview-of.ts previewOf': { reads: { text: previewOf }, words: ['\u200c', '\u034f', '👨\u200d'] },
  'text/search-text.ts searchTextOf': { reads: { text: (text) => searchTextOf(text, text) }, words: [] },
}
