import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

/** Labels met in mail that the Encoding Standard does not list. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['ms932', 'shift_jis'],
  ['cp936', 'gb18030'],
  ['gb2312', 'gb18030'],
  ['gbk', 'gb18030'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['latin1', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['cp65001', 'utf-8'],
  ['ascii', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ansi_x3.4-1968', 'utf-8'],
])

/**
 * Decodes bytes by a charset label of any spelling (RFC 2978 names, Encoding Standard labels, UTF-7 of RFC 2152). A label that is
 * missing, unknown or plainly wrong yields to what the bytes are: UTF-8 if they fit, else Windows-1252. Never throws.
 */
export function decodeText(bytes: Uint8Array, label: string): string {
  const name = canonical(label)
  if (name === 'utf-7' || name === 'unicode-1-1-utf-7') return decodeUtf7(Buffer.from(bytes).toString('latin1'))
  const isWestern = name === '' || name === 'utf-8' || name === 'windows-1252'
  if (isWestern && isUtf8(bytes)) return decodeUtf8(bytes, name)

  const decoder = name === '' || name === 'utf-8' ? null : decoderFor(name)
  return decoder ? decoder.decode(bytes) : decodeDamaged(bytes)
}

const canonical = (label: string): string => {
  const name = label.trim().toLowerCase()
  return aliases.get(name) ?? name
}

function decoderFor(name: string): TextDecoder | null {
  try {
    return new TextDecoder(name)
  } catch {
    return null // an unknown label
  }
}

const escapeDollar = Buffer.from('\u001b$')

function decodeUtf8(bytes: Uint8Array, name: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // ISO-2022-JP is seven-bit, so without a label it passes for ASCII; its escapes give it away.
  if (name === '' && buffer.includes(escapeDollar) && isAscii(bytes))
    return new TextDecoder('iso-2022-jp').decode(bytes)
  return new TextDecoder().decode(bytes)
}

/** Not UTF-8, although labelled so or not labelled: one damaged sequence among good ones is still UTF-8. */
function decodeDamaged(bytes: Uint8Array): string {
  const utf8 = new TextDecoder().decode(bytes)
  return /[\u0080-\ufffc]/.test(utf8) ? utf8 : new TextDecoder('windows-1252').decode(bytes)
}

const utf16 = new TextDecoder('utf-16be', { ignoreBOM: true })

/** RFC 2152: `+…-` holds UTF-16BE in base64, `+-` is a plus. */
function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, base64: string) => {
    if (base64 === '') return '+'
    const bytes = Buffer.from(base64, 'base64')
    return utf16.decode(bytes.subarray(0, bytes.length & ~1))
  })
}
