import { inPieces } from '../text/clean-text.ts'

const escaped = /\\([nN\\,;])/g

/** The lines of an iCalendar text without their folds and escapes (RFC 5545 §3.1 and §3.3.11), so that its links are whole. Linear. */
export function calendarText(text: string): string {
  const unfolded = text.split('\n ').join('').split('\n\t').join('')
  return inPieces(unfolded, (piece) =>
    piece.replace(escaped, (_, unit: string) => (unit.toLowerCase() === 'n' ? '\n' : unit)),
  )
}
