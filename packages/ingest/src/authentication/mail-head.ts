/** A larger head is not looked into: real ones hold some 10 kB. */
const headMaxBytes = 128 * 1024
/** More lines than any real head has, and longer fields: what reads them costs more than linear time. */
const maxLines = 2_000
const fieldMaxBytes = 8_192
/** On runs of CR and white space several patterns of mailauth take quadratic time; folded fields of real mails have some ten in a row. */
const blankRunMax = 256

const signatureField = /^dkim-signature[ \t]*:/im
const tab = 0x09
const lf = 0x0a
const cr = 0x0d
const space = 0x20
const colon = 0x3a
const delete_ = 0x7f

/** Where a mail's head ends, its empty line included, and whether a DKIM signature stands in it. */
export interface MailHead {
  sizeBytes: number
  hasSignature: boolean
}

/**
 * A cheap look at the head of a mail, linear in its first 128 KiB. Null where it is not to be judged, since that could take much
 * time: a larger head, more than 2,000 lines, a field above 8 KiB, a run of more than 256 CR, LF, blanks or tabs.
 */
export function lookAtHead(raw: Buffer): MailHead | null {
  const start = raw.subarray(0, headMaxBytes)
  const strict = endAfter(start, '\n\r\n')
  // Only before the other ending: a body may be long, and lines that end in a bare LF are rare.
  const lenient = endAfter(strict === null ? start : start.subarray(0, strict), '\n\n')
  const sizeBytes = lenient ?? strict ?? (raw.length <= headMaxBytes ? raw.length : null)
  if (sizeBytes === null || !isCheap(raw.subarray(0, sizeBytes))) return null
  return { sizeBytes, hasSignature: signatureField.test(raw.toString('latin1', 0, sizeBytes)) }
}

function endAfter(bytes: Buffer, mark: string): number | null {
  const at = bytes.indexOf(mark, 0, 'latin1')
  return at < 0 ? null : at + mark.length
}

function isCheap(head: Buffer): boolean {
  let lines = 0
  let lineAt = 0
  let fieldAt = 0
  let blanks = 0
  for (let at = 0; at < head.length; at += 1) {
    const byte = head[at]
    if (at === lineAt) {
      lines += 1
      if (beginsField(head, at)) fieldAt = at
    }
    blanks = byte === space || byte === tab || byte === cr || byte === lf ? blanks + 1 : 0
    if (lines > maxLines || blanks > blankRunMax || at - fieldAt >= fieldMaxBytes) return false
    if (byte === lf) lineAt = at + 1
  }
  return true
}

/** Whether a line is read as the first of a field, whoever reads it; what is not may be taken for a part of the field above. */
function beginsField(head: Buffer, lineAt: number): boolean {
  let at = lineAt
  while (isNameByte(head[at])) at += 1
  if (at === lineAt) return false
  while (head[at] === space || head[at] === tab) at += 1
  return head[at] === colon
}

const isNameByte = (byte: number | undefined): boolean =>
  byte !== undefined && byte > space && byte < delete_ && byte !== colon
