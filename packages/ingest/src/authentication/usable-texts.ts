/** What a record for SPF, DKIM or DMARC may have: an RSA key of 16,384 bits takes 2,800 characters, in eleven strings. */
const maxChars = 4_096
const maxStrings = 64
const maxBlanks = 64
/** Macros of SPF (RFC 7208 §7) put a sender's name in as often as they are written; real records have some five. */
const maxPercents = 16

/** More records than that are no set that anybody published by hand. */
const maxRecords = 100

/**
 * The TXT records of an answer that are worth reading: mailauth's patterns take time with the square of a record's length, or of a run
 * of white space in it. What is left out is no record of the three; of a set of more than a hundred nothing is left.
 */
export function usableTexts(records: string[][]): string[][] {
  return records.length > maxRecords ? [] : records.filter(isUsable)
}

function isUsable(strings: string[]): boolean {
  if (strings.length > maxStrings) return false
  if (strings.reduce((sum, { length }) => sum + length, 0) > maxChars) return false
  const text = strings.join('')
  return longestBlankRun(text) <= maxBlanks && text.split('%').length - 1 <= maxPercents
}

function longestBlankRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/\s+/g)) longest = Math.max(longest, run.length)
  return longest
}
