/** A larger head is not looked into: real ones hold some 10 kB. */
const headMaxBytes = 128 * 1024
const signatureField = /^dkim-signature[ \t]*:/im

/** Where a mail's head ends, its empty line included, and whether a DKIM signature stands in it. */
export interface MailHead {
  sizeBytes: number
  hasSignature: boolean
}

/** A cheap look at the head of a mail, linear in its first 128 KiB; null where the head is larger. */
export function lookAtHead(raw: Buffer): MailHead | null {
  const start = raw.subarray(0, headMaxBytes)
  const strict = endAfter(start, '\n\r\n')
  // Only before the other ending: a body may be long, and lines that end in a bare LF are rare.
  const lenient = endAfter(strict === null ? start : start.subarray(0, strict), '\n\n')
  const sizeBytes = lenient ?? strict ?? (raw.length <= headMaxBytes ? raw.length : null)
  if (sizeBytes === null) return null
  return { sizeBytes, hasSignature: signatureField.test(raw.toString('latin1', 0, sizeBytes)) }
}

function endAfter(bytes: Buffer, mark: string): number | null {
  const at = bytes.indexOf(mark, 0, 'latin1')
  return at < 0 ? null : at + mark.length
}
