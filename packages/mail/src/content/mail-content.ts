import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { limits } from '@inlet/contract'

/** What of a mail is large, and shown by itself only: its bodies, and its source where that is small enough to lie beside them. */
export interface MailContent {
  textBody: string
  htmlBody: string
  /** Empty where the source lies elsewhere. */
  raw: Uint8Array
}

/** Up to here a raw source is packed with the bodies; a larger one is stored by itself. */
export const inlineRawMaxBytes = 256 * 1024

/** The lengths of both bodies in bytes, each an unsigned integer of 32 bits, little end first. */
const headBytes = 8
const maxBytes = headBytes + 2 * limits.bodyMaxBytes + inlineRawMaxBytes

/** What stands three times in a mail, as source, body and text, costs hardly more than once; a higher level costs twice the time. */
const level = 1

/** Bodies and source as one zstd frame (RFC 8878) with a checksum: the lengths of the bodies, text, HTML, source. */
export function packContent({ textBody, htmlBody, raw }: MailContent): Uint8Array<ArrayBuffer> {
  const textBytes = Buffer.byteLength(textBody)
  const htmlBytes = Buffer.byteLength(htmlBody)
  const whole = Buffer.allocUnsafe(headBytes + textBytes + htmlBytes + raw.length)
  whole.writeUInt32LE(textBytes, 0)
  whole.writeUInt32LE(htmlBytes, 4)
  whole.write(textBody, headBytes)
  whole.write(htmlBody, headBytes + textBytes)
  whole.set(raw, headBytes + textBytes + htmlBytes)
  const packed = zstdCompressSync(whole, {
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
    pledgedSrcSize: whole.length,
  })
  // zlib's buffer has room for more, all of which would stay in memory and cross threads.
  return new Uint8Array(packed)
}

/** @throws Error for bytes that `packContent` did not make, or that are damaged */
export function unpackContent(packed: Uint8Array): MailContent {
  const whole = zstdDecompressSync(packed, { maxOutputLength: maxBytes })
  const htmlAt = headBytes + whole.readUInt32LE(0)
  const rawAt = htmlAt + whole.readUInt32LE(4)
  if (rawAt > whole.length) throw new Error('The content of a message is damaged')
  return {
    textBody: whole.toString('utf8', headBytes, htmlAt),
    htmlBody: whole.toString('utf8', htmlAt, rawAt),
    raw: whole.subarray(rawAt),
  }
}
