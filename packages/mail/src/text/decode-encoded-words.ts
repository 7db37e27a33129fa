import { isUtf8 } from 'node:buffer'
import { charsetNamed } from './charset-decoders.ts'
import { decodeText } from './decode-text.ts'
import { hexValues } from './hex-values.ts'

/** Many senders leave question marks unencoded in the Q encoding, so all are allowed but those of `=?` and `?=`, which delimit words. */
const encodedWord = /=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?([BbQq])\?((?:[^?=\r\n]|=(?!\?[\w.:+-])|\?(?!=))*)\?=/g
const betweenWords = /^[ \t\r\n]+$/
const equals = 0x3d
const underscore = 0x5f
const space = 0x20

/**
 * Decodes the encoded-words of an unstructured header value (RFC 2047 §2 and §6.2): adjacent words of one charset are joined before
 * they are decoded, since senders split characters, and even groups of base64, between words. Other text stays as it is. Linear; never
 * throws.
 */
export function decodeEncodedWords(value: string): string {
  if (!value.includes('=?')) return value
  let decoded = ''
  let at = 0
  let charset = ''
  let pending: Word[] = []
  const flush = (): void => {
    if (pending.length > 0) decoded += decodeText(bytesOf(pending, charset), charset)
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
    pending.push({ isBase64: encoding === 'B' || encoding === 'b', payload })
    at = match.index + word.length
  }
  flush()
  return decoded + value.slice(at)
}

interface Word {
  isBase64: boolean
  payload: string
}

function bytesOf(words: Word[], charset: string): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < words.length; ) {
    const isBase64 = words[at]?.isBase64 === true
    let end = at + 1
    while (words[end]?.isBase64 === isBase64) end += 1
    const payloads = words.slice(at, end).map(({ payload }) => payload)
    pieces.push(isBase64 ? base64Bytes(payloads, charset) : quotedBytes(payloads.join('')))
    at = end
  }
  return Buffer.concat(pieces)
}

/** Words whose last group has fewer than four letters: cut within a group, or left without its padding. */
function base64Bytes(payloads: string[], charset: string): Buffer {
  const apart = () => Buffer.concat(payloads.map((payload) => Buffer.from(payload, 'base64')))
  const incomplete = payloads.slice(0, -1).filter((payload) => !payload.endsWith('=') && payload.length % 4 !== 0)
  if (incomplete.length === 0) return apart()
  const joined = () => Buffer.from(payloads.join(''), 'base64')
  const isCut = incomplete.some(endsWithinByte) || payloads.join('').length % 4 === 0
  const [likelier, other] = isCut ? [joined(), apart] : [apart(), joined]
  if (charsetNamed(charset) !== 'utf-8' || isUtf8(likelier)) return likelier
  const unlikelier = other()
  return isUtf8(unlikelier) ? unlikelier : likelier
}

/** Whether the last letter has bits of a byte that goes on in the next word. */
function endsWithinByte(payload: string): boolean {
  const rest = payload.length % 4
  const bits = base64Letters.indexOf(payload.at(-1) ?? '')
  return rest === 1 || (rest === 2 && (bits & 0xf) !== 0) || (rest === 3 && (bits & 0x3) !== 0)
}

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The Q encoding: `=` and two digits are a byte, and an underscore is a space. */
function quotedBytes(payload: string): Buffer {
  // Characters beyond Latin-1 should have been encoded: their UTF-8 bytes are taken.
  const bytes = Buffer.from(payload, /[^\u0000-\u00ff]/.test(payload) ? 'utf8' : 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const high = byte === equals ? (hexValues[bytes[at + 1] ?? 0] ?? -1) : -1
    const low = byte === equals ? (hexValues[bytes[at + 2] ?? 0] ?? -1) : -1
    const isEncoded = high >= 0 && low >= 0
    bytes[length++] = isEncoded ? high * 16 + low : byte === underscore ? space : byte
    if (isEncoded) at += 2
  }
  return bytes.subarray(0, length)
}
