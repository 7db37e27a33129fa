import { cleanLine } from '../text/clean-text.ts'
import { decodeEncodedWords } from '../text/decode-encoded-words.ts'
import { fieldsIn, findHeader, type HeaderField, headerStart, maxFields } from './header-section.ts'
import { type Attachment, attachmentsOf, filesOf, type LocatedFile, locateFile } from './mail-files.ts'
import { readMimeTree } from './mime-tree.ts'

/** A file with its bytes in base64. */
export interface AttachmentContent extends Attachment {
  contentBase64: string
}

/** The first 100 files of a whole raw mail; none if it breaks a limit of `readMimeTree`. Linear. */
export function attachmentsIn(raw: Buffer): Attachment[] {
  try {
    return attachmentsOf(readMimeTree(raw))
  } catch {
    return []
  }
}

/** The same with their bytes. All files together are never larger than the mail. */
export function attachmentContentsIn(raw: Buffer): AttachmentContent[] {
  try {
    const files = filesOf(readMimeTree(raw))
    return files.map(({ decode, ...facts }) => ({ ...facts, contentBase64: decode().toString('base64') }))
  } catch {
    return []
  }
}

/** Where one of them is in `raw`; null where there is none at this index. */
export function attachmentFileIn(raw: Buffer, index: number): LocatedFile | null {
  try {
    return locateFile(readMimeTree(raw), index)
  } catch {
    return null
  }
}

/**
 * The header fields of a raw mail in their order, the first 1,000 in its first 256 KiB: names as written, values on one line and their
 * encoded-words decoded (RFC 2047), with white space and control characters as single spaces. Linear; never throws.
 */
export function headersIn(raw: Buffer): HeaderField[] {
  const start = headerStart(raw)
  const head = raw.subarray(start, findHeader(raw, start, () => false).end)
  const headers: HeaderField[] = []
  for (const { name, value } of fieldsIn(head)) {
    if (headers.length === maxFields) break
    // No value is longer than the header section, so nothing is cut.
    headers.push({ name, value: cleanLine(decodeEncodedWords(value), head.length) })
  }
  return headers
}
