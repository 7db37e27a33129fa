import { limitGuesses } from '../text/charset-of.ts'
import { cleanText } from '../text/clean-text.ts'
import { decodeEncodedWords } from '../text/decode-encoded-words.ts'
import { findHeader, headerStart } from './header-range.ts'
import { fieldsIn, type HeaderField, headerCharset, maxFields } from './header-section.ts'
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

/** Runs of control characters but tabs, and of line separators. */
const lineBreaks = /[[\p{Cc}--\t]\u2028\u2029]+/gv

/**
 * The header fields of a raw mail in their order, the first 1,000 in its first 256 KiB: names as written, values unfolded with their
 * white space, encoded-words decoded (RFC 2047), control characters in these as spaces. Linear; never throws.
 */
export const headersIn = (raw: Buffer): HeaderField[] => limitGuesses(() => readHeaders(raw))

function readHeaders(raw: Buffer): HeaderField[] {
  const start = headerStart(raw)
  const head = raw.subarray(start, findHeader(raw, start).end)
  const headers: HeaderField[] = []
  for (const { name, value } of fieldsIn(head, headerCharset(raw))) {
    if (headers.length === maxFields) break
    headers.push({ name, value: cleanText(decodeEncodedWords(value)).replace(lineBreaks, ' ') })
  }
  return headers
}
