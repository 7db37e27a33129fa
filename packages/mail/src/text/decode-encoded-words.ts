import { decodeText } from './decode-text.ts'

/** Many senders leave question marks unencoded in the Q encoding, so all are allowed but those of `=?` and `?=`, which delimit words. */
const encodedWord = /=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?([BbQq])\?((?:[^?=\r\n]|=(?!\?[\w.:+-])|\?(?!=))*)\?=/g
const betweenWords = /^[ \t\r\n]+$/

/**
 * Decodes the encoded-words of an unstructured header value (RFC 2047 §2 and §6.2): adjacent words of one charset are joined before
 * they are decoded, since senders split characters between words. Other text stays as it is. Linear; never throws.
 */
export function decodeEncodedWords(value: string): string {
  if (!value.includes('=?')) return value
  let decoded = ''
  let at = 0
  let charset = ''
  let pending: Buffer[] = []
  const flush = (): void => {
    if (pending.length > 0) decoded += decodeText(Buffer.concat(pending), charset)
    pending = []
  }

  for (const match of value.matchAll(encodedWord)) {
    const [word, label = '', encoding = '', payload = ''] = match
    const between = value.slice(at, match.index)
    if (pending.length === 0 || !betweenWords.test(between)) {
      if (between !== '') {
        flush()
        decoded += between
      }
    }
    if (label.toLowerCase() !== charset) flush()
    charset = label.toLowerCase()
    pending.push(payloadBytes(encoding, payload))
    at = match.index + word.length
  }
  flush()
  return decoded + value.slice(at)
}

function payloadBytes(encoding: string, payload: string): Buffer {
  if (encoding === 'B' || encoding === 'b') return Buffer.from(payload, 'base64')
  // Characters beyond Latin-1 should have been encoded: their UTF-8 bytes are taken.
  const written = /[^\u0000-\u00ff]/.test(payload) ? Buffer.from(payload).toString('latin1') : payload
  const bytes = written
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
