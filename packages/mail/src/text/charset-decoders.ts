import { TextDecoder } from 'node:util'
import iconv from 'iconv-lite'
import { decodeUtf7 } from './utf-7.ts'

/** Decodes whole texts; what is invalid becomes U+FFFD. */
interface Decoder {
  decode(bytes: Uint8Array): string
}

/** The charset of Western texts, and of those without another one. */
export const windowsLatin = 'windows-1252'

/** Labels in mail that the Encoding Standard does not list, or that are decoded as a larger charset. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['ms932', 'shift_jis'],
  ['cp936', 'gb18030'],
  ['gb2312', 'gb18030'],
  ['gbk', 'gb18030'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['latin1', windowsLatin],
  ['iso-8859-1', windowsLatin],
  ['utf8', 'utf-8'],
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
  ['csiso2022kr', 'iso-2022-kr'],
  ['unicode-1-1-utf-7', 'utf-7'],
])

/** Far longer than any charset name. */
const maxLabelChars = 100
/** Code pages of DOS, which the Encoding Standard has one of. */
const dosName = /^(?:cs|x-)?(?:cp|ibm|dos|pc)?-?(\d{3,4})$/

/** The names of the labels that were met; as many as there are known ones. */
const names = new Map<string, string>([
  ['', ''],
  ['UTF-8', 'utf-8'],
])

/** The name of the charset that a label of any spelling means (RFC 2978, Encoding Standard); `''` where it is unknown. */
export function charsetNamed(label: string): string {
  const same = names.get(label)
  if (same !== undefined) return same
  const written = (/[^\s'"]+/.exec(label.slice(0, maxLabelChars))?.[0] ?? '').toLowerCase()
  const known = names.get(written)
  if (known !== undefined) return known
  const name = nameOf(aliases.get(written) ?? written.replace(/^win-?(?=125\d$)/, 'windows-'))
  if (name !== '') names.set(written, name)
  return name
}

function nameOf(name: string): string {
  if (decoders.has(name)) return name
  const encoding = decoderIn(name)?.encoding
  if (encoding !== undefined) return encoding
  const [, page] = dosName.exec(name) ?? []
  return page !== undefined && iconv.encodingExists(`cp${page}`) ? `cp${page}` : ''
}

function decoderIn(name: string): TextDecoder | null {
  try {
    return new TextDecoder(name)
  } catch {
    return null // an unknown label
  }
}

/** The decoders that were asked for; as many as there are charsets. */
const decoders = new Map<string, Decoder>([
  ['utf-7', { decode: decodeUtf7 }],
  ['iso-2022-jp', { decode: decodeJapanese }],
  ['iso-2022-kr', { decode: decodeKorean }],
])

/** The decoder of a charset by its name from `charsetNamed`. */
export function decoderOf(name: string): Decoder {
  const known = decoders.get(name)
  if (known) return known
  const made = decoderIn(name) ?? { decode: (bytes: Uint8Array) => iconv.decode(bytes, name) }
  decoders.set(name, made)
  return made
}

const redundantEscape = /\u001b(?:\([BJI]|\$[@B])(?=\u001b[($])/g
/** A line that some senders do not end in ASCII, as it should (RFC 1468). */
const openLine = /\u001b\$[@B][^\u001b\r\n]*(?=[\r\n])/g
const japanese = new TextDecoder('iso-2022-jp')

/** Where pieces were joined, one escape may directly follow another: an error in the Encoding Standard (§12.2.1). Drops the first. */
function decodeJapanese(bytes: Uint8Array): string {
  const text = latin1Of(bytes).replaceAll(redundantEscape, '').replaceAll(openLine, '$&\u001b(B')
  return japanese.decode(Buffer.from(text, 'latin1'))
}

const koreanMarks = /\u001b\$\)C|\u000f/g
/** From Shift Out to Shift In, or to the end of the line, each character has two bytes of KS X 1001 without their high bits (RFC 1557). */
const shiftedOut = /\u000e([^\u000f\n]*)/g
const korean = new TextDecoder('euc-kr')

function decodeKorean(bytes: Uint8Array): string {
  const unshifted = latin1Of(bytes).replaceAll(shiftedOut, (_, shifted: string) =>
    shifted.replace(/[!-~]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) | 0x80)),
  )
  return korean.decode(Buffer.from(unshifted.replaceAll(koreanMarks, ''), 'latin1'))
}

const latin1Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
