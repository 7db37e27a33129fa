import { AppError, limits } from '@inlet/contract'
import { z } from 'zod'
import { bytes } from '../database/bson.ts'

/** A logo as it is kept: its bytes, and its type by them. */
export const logoImage = z.object({
  contentType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  bytes,
})
export type LogoImage = z.infer<typeof logoImage>

interface Size {
  width: number
  height: number
}

/** Enough for the size of a PNG or WebP image; no image is shorter. */
const leastBytes = 30

const readers: [LogoImage['contentType'], (bytes: Buffer) => Size | null][] = [
  ['image/png', pngSize],
  ['image/jpeg', jpegSize],
  ['image/webp', webpSize],
]

/**
 * Reads a logo from a data URL in base64. Its type is detected from its bytes, whatever the URL says; only the head of the image is read.
 * @throws UNPROCESSABLE_CONTENT `invalid_logo`
 */
export function readLogoImage(dataUrl: string): LogoImage {
  const comma = dataUrl.indexOf(',')
  const text = dataUrl.slice(comma + 1)
  const isDataUrl = /^data:image\/[\w.+-]{1,40};base64$/i.test(dataUrl.slice(0, Math.max(0, comma)))
  if (!isDataUrl || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw AppError.of('invalid_logo')

  const bytes = Buffer.from(text, 'base64')
  if (bytes.length < leastBytes || bytes.length > limits.logoMaxBytes) throw AppError.of('invalid_logo')
  for (const [contentType, sizeOf] of readers) {
    const size = sizeOf(bytes)
    if (size && [size.width, size.height].every((pixels) => pixels >= 1 && pixels <= limits.logoMaxPixels)) {
      return { contentType, bytes }
    }
  }
  throw AppError.of('invalid_logo')
}

/** PNG (ISO/IEC 15948): the signature, then the chunk IHDR. */
function pngSize(bytes: Buffer): Size | null {
  const isPng = bytes.subarray(0, 16).toString('latin1') === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
  return isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null
}

const startOfScan = 0xda
const endOfImage = 0xd9

/** JPEG (ITU-T T.81, annex B): segments, of which a frame header (SOF) has the size. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  // A segment has at least four bytes, so that this ends.
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === startOfScan || marker === endOfImage) return null
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrameHeader(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return null
    at += 2 + length
  }
  return null
}

/** C0 to CF, without DHT, JPG and DAC. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** WebP (RFC 9649): RIFF, of which the first chunk has the size. */
function webpSize(bytes: Buffer): Size | null {
  const text = bytes.subarray(0, 16).toString('latin1')
  if (!text.startsWith('RIFF') || text.slice(8, 12) !== 'WEBP') return null
  switch (text.slice(12)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ': {
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    }
    default:
      return null
  }
}
