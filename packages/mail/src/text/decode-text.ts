import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

/** Labels in mail that the Encoding Standard does not list, or that are decoded as a larger charset. */
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
  ['cp50220', 'iso-2022-jp'],
  ['cp50221', 'iso-2022-jp'],
  ['cp50222', 'iso-2022-jp'],
  ['iso-2022-jp-1', 'iso-2022-jp'],
  ['iso-2022-jp-2', 'iso-2022-jp'],
  ['iso-2022-jp-3', 'iso-2022-jp'],
  ['iso-2022-jp-ms', 'iso-2022-jp'],
])

/**
 * Decodes bytes by a charset label of any spelling (RFC 2978 names, Encoding Standard labels, UTF-7 of RFC 2152). If the label is
 * missing, unknown or clearly wrong, the bytes decide: UTF-16 with a byte order mark, UTF-8 if they are valid, else Windows-1252.
 * Never throws.
 */
export function decodeText(bytes: Uint8Array, label: string): string {
  const name = charsetByMark(bytes) ?? canonical(label)
  if (name === 'utf-7' || name === 'unicode-1-1-utf-7') return decodeUtf7(bytes)
  const isWestern = name === '' || name === 'utf-8' || name === 'windows-1252'
  if (isWestern && isUtf8(bytes)) return decodeUtf8(bytes, name)

  const decoder = name === '' || name === 'utf-8' ? null : decoderFor(name)
  if (!decoder) return decodeDamaged(bytes)
  return decoder.decode(decoder.encoding === 'iso-2022-jp' ? withoutRedundantEscapes(bytes) : bytes)
}

/** A byte order mark overrides the label (Encoding Standard §6, "BOM sniff"). */
function charsetByMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/** Far longer than any charset name. */
const maxLabelChars = 100

const canonical = (label: string): string => {
  const name = (/[^\s'"]+/.exec(label.slice(0, maxLabelChars))?.[0] ?? '').toLowerCase()
  return aliases.get(name) ?? name.replace(/^win-?(?=125\d$)/, 'windows-')
}

function decoderFor(name: string): TextDecoder | null {
  try {
    return new TextDecoder(name)
  } catch {
    return null // an unknown label
  }
}

const escapeDollar = Buffer.from('\u001b$')
const redundantEscape = /\u001b(?:\([BJI]|\$[@B])(?=\u001b[($])/g

/** Where pieces were joined, one escape may directly follow another: an error in the Encoding Standard (§12.2.1). Drops the first. */
function withoutRedundantEscapes(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return Buffer.from(text.replaceAll(redundantEscape, ''), 'latin1')
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  if (!isAscii(bytes)) return new TextDecoder().decode(bytes)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // ISO-2022-JP has ASCII bytes only; without a label it is recognised by its escape sequences.
  if (name === '' && buffer.includes(escapeDollar))
    return new TextDecoder('iso-2022-jp').decode(withoutRedundantEscapes(bytes))
  // The same text, several times as fast.
  return buffer.toString('latin1')
}

/** Decodes invalid UTF-8 without another known charset: as UTF-8 if any sequence beyond ASCII is valid, else as Windows-1252. */
function decodeDamaged(bytes: Uint8Array): string {
  const utf8 = new TextDecoder().decode(bytes)
  return /[\u0080-\ufffc]/.test(utf8) ? utf8 : new TextDecoder('windows-1252').decode(bytes)
}

const base64Digits = Int8Array.from({ length: 256 }, (_, byte) =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(String.fromCharCode(byte)),
)
const plus = 0x2b
const minus = 0x2d

/** RFC 2152: `+…-` holds UTF-16BE in base64, `+-` is a plus. Decodes unit by unit, since a mail may have a million shifts. */
function decodeUtf7(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== plus) {
      units[length++] = bytes[at] ?? 0
      continue
    }
    const from = at + 1
    let value = 0
    let bits = 0
    at = from
    for (; (base64Digits[bytes[at] ?? 0] ?? -1) >= 0; at++) {
      value = ((value & 0xffff) << 6) | (base64Digits[bytes[at] ?? 0] ?? 0)
      bits += 6
      if (bits < 16) continue
      bits -= 16
      units[length++] = (value >> bits) & 0xffff
    }
    if (at === from) units[length++] = plus
    if (bytes[at] !== minus) at--
  }
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le')
}
