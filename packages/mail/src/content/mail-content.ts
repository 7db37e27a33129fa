import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { limits } from '@inlet/contract'
import type { MailFacts, ParsedMail } from './parsed-mail.ts'

/** The large parts of a mail, which lists do not need: its bodies, and its source if that is small enough. */
export interface MailContent {
  textBody: string
  htmlBody: string
  /** Empty if the source is stored elsewhere. */
  raw: Uint8Array
}

/** A mail as it is stored: its facts, and in `content` its bodies and, if it is small, its source (`packContent`). */
export interface PackedMail extends MailFacts {
  content: Uint8Array<ArrayBuffer>
}

/** A raw source up to this size is packed with the bodies; a larger one is stored separately. */
export const inlineRawMaxBytes = 256 * 1024

/** The lengths of both bodies in bytes, each a little-endian unsigned 32-bit integer. */
const headBytes = 8
const maxBytes = headBytes + 2 * limits.bodyMaxBytes + inlineRawMaxBytes

/** Enough to compress what source, text and HTML have in common; a higher level takes twice the time. */
const level = 1

/** Packs a parsed mail with its source, which is left out above `inlineRawMaxBytes`. */
export function packMail(parsed: ParsedMail, raw: Uint8Array): PackedMail {
  const { textBody, htmlBody, ...facts } = parsed
  const isInline = raw.length <= inlineRawMaxBytes
  return { ...facts, content: packContent({ textBody, htmlBody, raw: isInline ? raw : new Uint8Array() }) }
}

/** Packs bodies and source as one zstd frame (RFC 8878) with a checksum. Its content: the lengths of the bodies, text, HTML, source. */
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
  // Copied: zlib's buffer is larger than its content, and all of it would stay in memory and be sent between threads.
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
