import { isAscii, isUtf8 } from 'node:buffer'
import { charsetNamed, decoderOf } from './charset-decoders.ts'
import { charsetOf } from './charset-of.ts'

/**
 * Decodes bytes by a charset label of any spelling. If the label is missing, unknown or wrong, the bytes decide: by their mark (BOM),
 * their escapes, or by `charsetOf`. Never throws.
 */
export function decodeText(bytes: Uint8Array, label: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = charsetByMark(buffer) ?? charsetByShape(buffer, charsetNamed(label))
  // The same text as by any decoder, several times as fast.
  return name === 'us-ascii' ? buffer.toString('latin1') : decoderOf(name).decode(buffer)
}

/** A byte order mark overrides the label (Encoding Standard §6, "BOM sniff"). */
function charsetByMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null
}

const escapeByte = 0x1b
const shiftOut = 0x0e
const japaneseEscape = /\u001b(?:\$[@B]|\([JI])/
const koreanEscape = '\u001b$)C'

function charsetByShape(bytes: Buffer, named: string): string {
  if (named === 'utf-7') return named
  if (named.startsWith('utf-16') && (bytes.includes(0) || !isUtf8(bytes))) return named
  if (!isAscii(bytes)) return charsetOf(bytes, named)
  if (named === 'iso-2022-kr' && bytes.includes(shiftOut)) return named
  if (!bytes.includes(escapeByte)) return 'us-ascii'
  if (bytes.includes(koreanEscape)) return 'iso-2022-kr'
  return named === 'iso-2022-jp' || japaneseEscape.test(bytes.toString('latin1')) ? 'iso-2022-jp' : 'us-ascii'
}
