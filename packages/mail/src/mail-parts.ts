import { fieldsIn, type HeaderField } from './mime/header-section.ts'
import { attachmentsOf, filesOf } from './mime/mail-files.ts'
import { readMimeTree } from './mime/mime-tree.ts'
import type { Attachment } from './parsed-mail.ts'
import { cleanText } from './text/clean-text.ts'
import { decodeEncodedWords } from './text/decode-encoded-words.ts'

/** A file with its bytes in base64. */
export interface AttachmentContent extends Attachment {
  contentBase64: string
}

const maxHeadBytes = 256 * 1024
const maxFields = 1_000

/** The files of a whole raw mail, at most 100; none where it breaks a limit of the reader. Linear. */
export function attachmentsIn(raw: Buffer): Attachment[] {
  try {
    return attachmentsOf(readMimeTree(raw))
  } catch {
    return []
  }
}

/** The same with their bytes, which are together never more than the mail. */
export function attachmentContentsIn(raw: Buffer): AttachmentContent[] {
  try {
    return filesOf(readMimeTree(raw)).map(({ bytes, ...facts }) => ({
      ...facts,
      contentBase64: bytes.toString('base64'),
    }))
  } catch {
    return []
  }
}

/**
 * The header fields of a raw mail in their order, the first 1,000 of its first 256 KiB: names as written, values unfolded (RFC 5322
 * §2.2.3) and their encoded-words decoded (RFC 2047). Linear; never throws.
 */
export function headersIn(raw: Buffer): HeaderField[] {
  const headers: HeaderField[] = []
  for (const { name, value } of fieldsIn(headOf(raw))) {
    if (headers.length === maxFields) break
    headers.push({ name, value: cleanText(decodeEncodedWords(value)) })
  }
  return headers
}

/** Up to the first empty line. */
function headOf(raw: Buffer): Buffer {
  const head = raw.subarray(0, maxHeadBytes)
  const ends = [head.indexOf('\r\n\r\n'), head.indexOf('\n\n'), head.indexOf('\n\r\n')].filter((at) => at !== -1)
  // A mail may begin with the empty line: then it has no header.
  if (head[0] === 0x0a || (head[0] === 0x0d && head[1] === 0x0a)) return head.subarray(0, 0)
  return head.subarray(0, ends.length === 0 ? head.length : Math.min(...ends))
}
