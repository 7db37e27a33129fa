import { beginsField, findHeader, headerStart } from '@inlet/mail/header-range'

// What is slow in mailauth 7.1, and what bounds it: `parseHeaders`, `formatRelaxedLine`, `normalizeFieldNames` and `tagListParser` cut white
// space with quadratic patterns (runs, fields, lines); `getSigningHeaderLines` looks for each name of `h=` in each field (signatures above
// 4,096 characters are ignored); `formatDomain` and `toALabel` (fields: 100 ms at worst); `RelaxedHash` and `ensureLinebreaks` work line by
// line (canonical-body.ts); `macro` and `expandTarget` of SPF, and its pattern for `redirect=`, which could take minutes (dns-lookup.ts).

/** A larger head is not judged: real ones have some 10 kB. */
const headMaxBytes = 128 * 1024
/** Real heads have fewer lines and shorter fields; reading more takes more than linear time. */
const maxLines = 2_000
const fieldMaxBytes = 8_192
/** On runs of CR and white space several patterns of mailauth take quadratic time; folded fields of real mails have about ten in a row. */
const blankRunMax = 256

const signatureField = /^dkim-signature[ \t]*:/im
const tab = 0x09
const lf = 0x0a
const cr = 0x0d
const space = 0x20

/** Facts of a mail's head that are found before it is judged. */
export interface MailHead {
  /** Up to the body: with the empty line, and with a byte-order mark before it. 0 for a text that begins without a field. */
  sizeBytes: number
  /** A field is named DKIM-Signature. */
  hasSignature: boolean
}

/**
 * Finds the head of a mail; linear in its first 128 KiB. Null where judging the mail could take too long: a
 * larger head, more than 2,000 lines, a field above 8 KiB, a run of more than 256 CR, LF, blanks or tabs.
 */
export function findMailHead(raw: Buffer): MailHead | null {
  const start = raw.subarray(0, headMaxBytes)
  const headerAt = headerStart(start)
  const { end, bodyAt: sizeBytes } = findHeader(start, headerAt)
  // Where neither an empty line nor a boundary ends the head, fields behind the first 128 KiB may belong to it.
  const hasBreak = sizeBytes > end || start.toString('latin1', end, end + 2) === '--'
  if (raw.length > headMaxBytes && !hasBreak) return null
  if (!isCheap(raw.subarray(headerAt, sizeBytes))) return null
  return { sizeBytes, hasSignature: signatureField.test(raw.toString('latin1', headerAt, sizeBytes)) }
}

/** Whether mailauth reads it fast. A line that begins no field counts as part of the field above it. */
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
