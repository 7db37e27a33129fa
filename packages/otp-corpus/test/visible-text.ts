import { decodeHTML } from 'entities'
import { simpleParser } from 'mailparser'

const asReceived = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true }
const unseen = /<!--.*?-->|<(style|title|script)\b[^>]*>.*?<\/\1>/gis
const hidden =
  /<(div|span|p|font)\b[^>]*(?:display:\s*none|visibility:\s*hidden|max-height:\s*0|font-size:0px;line-height|font-size:1px"|\shidden)[^>]*>.*?<\/\1>/gis

/**
 * The visible text of a mail, its subject first, decoded and stripped by other libraries than the code under test: all letters and
 * digits without separators (NFKC, digits of every script as ASCII). It shows whether a code is present, not where.
 */
export async function visibleCharacters(raw: Buffer): Promise<string> {
  const { subject = '', text = '', html, attachments } = await simpleParser(raw, asReceived)
  const inner = await Promise.all(attachments.filter(isMessage).map(({ content }) => visibleCharacters(content)))
  const shown = html
    ? decodeHTML(
        html
          .replace(unseen, '')
          .replace(hidden, '')
          .replace(/<[^>]*>/g, ''),
      )
    : ''
  return bare([subject, text, shown].join('\n')) + inner.join('')
}

const isMessage = ({ contentType }: { contentType: string }): boolean => contentType === 'message/rfc822'

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[^A-Za-z0-9]/g, '')

/** Decimal digits come in contiguous ranges of ten (Unicode, General_Category Nd). */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}
