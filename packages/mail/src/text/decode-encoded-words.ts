import { decodeText } from './decode-text.ts'

/** Many senders leave question marks as they are in the Q encoding; none of its words holds the beginning or the end of another. */
const encodedWord = /=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?([BbQq])\?((?:[^?=\r\n]|=(?!\?[\w.:+-])|\?(?!=))*)\?=/g
const betweenWords = /^[ \t\r\n]+$/

/**
 * Decodes the encoded-words of an unstructured header value (RFC 2047 §2 and §6.2): neighbours of one charset are joined before they
 * are decoded, since senders cut characters in two. What is no encoded-word stays. Linear; never throws.
 */
export function decodeEncodedWords(value: string): string {
  let decoded = ''
  let at = 0
  let charset = ''
  let waiting: Buffer[] = []
  const flush = (): void => {
    if (waiting.length > 0) decoded += decodeText(Buffer.concat(waiting), charset)
    waiting = []
  }

  for (const match of value.matchAll(encodedWord)) {
    const [word, label = '', encoding = '', payload = ''] = match
    const between = value.slice(at, match.index)
    if (waiting.length === 0 || !betweenWords.test(between)) {
      if (between !== '') {
        flush()
        decoded += between
      }
    }
    if (label.toLowerCase() !== charset) flush()
    charset = label.toLowerCase()
    waiting.push(payloadBytes(encoding, payload))
    at = match.index + word.length
  }
  flush()
  return decoded + value.slice(at)
}

function payloadBytes(encoding: string, payload: string): Buffer {
  if (encoding === 'B' || encoding === 'b') return Buffer.from(payload, 'base64')
  // Text that should have been encoded was UTF-8, where it holds more than Latin-1.
  const written = /[^\u0000-\u00ff]/.test(payload) ? Buffer.from(payload).toString('latin1') : payload
  const bytes = written
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
