import { inPieces } from '../text/clean-text.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** A text whose lines end with LF instead of CR LF, CR CR LF or a CR alone. */
export function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text
  const changed = inPieces(text, (piece) => piece.split('\r\n').join('\n'))
  return changed.includes('\r') ? withoutReturns(changed) : changed
}

/** Unit by unit, since a mail may have a million of them. */
function withoutReturns(text: string): string {
  const units = new Uint16Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const from = at
    while (text.charCodeAt(at) === carriageReturn) at += 1
    const unit = text.charCodeAt(at)
    // Several CRs in front of LF are one line break; otherwise each of them is one.
    if (unit !== lineFeed) {
      units.fill(lineFeed, length, length + at - from)
      length += at - from
    }
    if (at < text.length) units[length++] = unit
  }
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le')
}
