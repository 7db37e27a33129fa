import { decodeHTML } from 'entities'
import { simpleParser } from 'mailparser'

const asReceived = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true }
const unseen = /<!--.*?-->|<(style|title|script)\b[^>]*>.*?<\/\1>/gis
const hidden =
  /<(div|span|p|font)\b[^>]*(?:display:\s*none|visibility:\s*hidden|max-height:\s*0|font-size:0px;line-height|font-size:1px"|\shidden)[^>]*>.*?<\/\1>/gis

/**
 * What a mail shows, its subject first, decoded and stripped by other programs than the one under test: all letters and digits in one
 * row (NFKC, digits of every script as ASCII), so that it tells whether a code can be there, and not where.
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

/** Decimal digits stand in unbroken rows of ten (Unicode, General_Category Nd). */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}
