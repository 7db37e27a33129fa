import { filesOf } from '../mime/mail-files.ts'
import { readMimeTree } from '../mime/mime-tree.ts'

/** `data:` URLs of a mail's images, by their Content-ID without the angle brackets. */
export type InlineImages = ReadonlyMap<string, string>

/** For all images of a mail together. */
export const maxImageBytes = 2 * 1024 * 1024
/** A small file may claim a size that takes gigabytes to show. */
const maxPixels = 32 * 1024 * 1024
const maxSide = 16_384
/** Far enough for the sizes of nearly all JPEG files, which come after thumbnails and colour profiles. */
const maxJpegSegments = 200

/**
 * The images of a whole raw mail that its HTML can refer to by `cid:` (RFC 2392): PNG, JPEG, GIF and WebP by their bytes, whatever the
 * mail calls them; at most 2 MiB, and none that is larger than 32 megapixels. None if the mail breaks a limit of `readMimeTree`. Linear.
 */
export function inlineImagesIn(raw: Buffer): InlineImages {
  const images = new Map<string, string>()
  let remaining = maxImageBytes
  for (const { contentId, sizeBytes, decode } of filesIn(raw)) {
    // What is too large is not decoded: the mail is in memory already.
    if (!contentId || images.has(contentId) || sizeBytes > remaining) continue
    const bytes = decode()
    const type = imageTypeOf(bytes)
    if (!type) continue
    remaining -= bytes.length
    images.set(contentId, `data:${type};base64,${bytes.toString('base64')}`)
  }
  return images
}

function filesIn(raw: Buffer) {
  try {
    return filesOf(readMimeTree(raw))
  } catch {
    return []
  }
}

/** The media type of an image that may be shown; null for all other files. */
export function imageTypeOf(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return allowed('image/png', bytes.length < 24 ? null : pngSize(bytes))
  if (/^GIF8[79]a/.test(head)) return allowed('image/gif', bytes.length < 10 ? null : gifSize(bytes))
  if (head.startsWith('\xff\xd8\xff')) return allowed('image/jpeg', jpegSize(bytes))
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return allowed('image/webp', webpSize(bytes))
  return null
}

interface Size {
  width: number
  height: number
}

const allowed = (type: string, size: Size | null): string | null =>
  size && size.width <= maxSide && size.height <= maxSide && size.width * size.height <= maxPixels ? type : null

const pngSize = (bytes: Buffer): Size => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) })

const gifSize = (bytes: Buffer): Size => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) })

/** The size in the first frame header (ITU T.81 §B.2.2). */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2
  for (let segment = 0; segment < maxJpegSegments && at + 9 <= bytes.length; segment += 1) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // A fill byte before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** RFC 9649 §2: lossy, lossless and extended files. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null
  const format = bytes.toString('latin1', 12, 16)
  if (format === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (format === 'VP8L') {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  if (format !== 'VP8X') return null
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
}
