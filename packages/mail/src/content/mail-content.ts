import { crc32, zstdDecompressSync } from 'node:zlib'
import { limits } from '@inlet/contract'
import type { MailFacts, ParsedMail } from './parsed-mail.ts'
import { zstdFrame } from './zstd-frame.ts'

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

/** Up to this size content is stored as it is: a zstd context costs more processor time than it saves bytes. */
const plainMaxBytes = 2048
/** The first byte of content that is stored as it is, followed by the CRC-32 of the rest; a zstd frame begins with 0x28. */
const plainMark = 0
const plainHeadBytes = 5
/** The lengths of both bodies in bytes, each a little-endian unsigned 32-bit integer. */
const headBytes = 8
const maxBytes = headBytes + 2 * limits.bodyMaxBytes + inlineRawMaxBytes

/** Content up to this size is put together in memory that is used again. */
const scratchBytes = 64 * 1024
const scratch = Buffer.allocUnsafeSlow(scratchBytes)

/** Packs a parsed mail with its source, which is left out above `inlineRawMaxBytes`. */
export function packMail(parsed: ParsedMail, raw: Uint8Array): PackedMail {
  const { textBody, htmlBody, ...facts } = parsed
  const isInline = raw.length <= inlineRawMaxBytes
  return { ...facts, content: packContent({ textBody, htmlBody, raw: isInline ? raw : new Uint8Array() }) }
}

/**
 * Packs bodies and source: the lengths of the bodies, text, HTML, source. Small content is stored as it is, with a CRC-32; more is one
 * zstd frame (RFC 8878) with a checksum.
 */
export function packContent(content: MailContent): Uint8Array<ArrayBuffer> {
  const textBytes = Buffer.byteLength(content.textBody)
  const htmlBytes = Buffer.byteLength(content.htmlBody)
  const lengths = { textBytes, htmlBytes, wholeBytes: headBytes + textBytes + htmlBytes + content.raw.length }
  if (lengths.wholeBytes <= plainMaxBytes) return packPlain(content, lengths)

  const isSmall = lengths.wholeBytes <= scratchBytes
  const whole = isSmall ? scratch.subarray(0, lengths.wholeBytes) : Buffer.allocUnsafeSlow(lengths.wholeBytes)
  writeWhole(whole, content, lengths)
  return zstdFrame(whole)
}

interface ContentLengths {
  textBytes: number
  htmlBytes: number
  wholeBytes: number
}

function packPlain(content: MailContent, lengths: ContentLengths): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(plainHeadBytes + lengths.wholeBytes)
  const bytes = Buffer.from(packed.buffer)
  const whole = bytes.subarray(plainHeadBytes)
  writeWhole(whole, content, lengths)
  bytes.writeUInt8(plainMark, 0)
  bytes.writeUInt32LE(crc32(whole), 1)
  return packed
}

function writeWhole(whole: Buffer, content: MailContent, { textBytes, htmlBytes }: ContentLengths): void {
  whole.writeUInt32LE(textBytes, 0)
  whole.writeUInt32LE(htmlBytes, 4)
  whole.write(content.textBody, headBytes)
  whole.write(content.htmlBody, headBytes + textBytes)
  whole.set(content.raw, headBytes + textBytes + htmlBytes)
}

/** @throws Error for bytes that `packContent` did not make, or that are damaged */
export function unpackContent(packed: Uint8Array): MailContent {
  const whole =
    packed[0] === plainMark ? unpackPlain(packed) : zstdDecompressSync(packed, { maxOutputLength: maxBytes })
  const htmlAt = headBytes + whole.readUInt32LE(0)
  const rawAt = htmlAt + whole.readUInt32LE(4)
  if (rawAt > whole.length) throw damaged()
  return {
    textBody: whole.toString('utf8', headBytes, htmlAt),
    htmlBody: whole.toString('utf8', htmlAt, rawAt),
    raw: whole.subarray(rawAt),
  }
}

function unpackPlain(packed: Uint8Array): Buffer {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const whole = bytes.subarray(plainHeadBytes)
  if (crc32(whole) !== bytes.readUInt32LE(1)) throw damaged()
  return whole
}

const damaged = () => new Error('The content of a message is damaged')
