import type { Candidate } from '../candidates/candidate.ts'
import type { Span } from '../spans.ts'
import { continuesWord } from '../view/characters.ts'
import type { MailView } from '../view/mail-view.ts'
import { maxLineChars } from '../view/text-positions.ts'

const maxWordChars = 24
const maxGapChars = 160

/** How far apart two spans stand, `after` behind `before`. */
export interface Distance {
  chars: number
  lines: number
  cells: number
  sentences: number
  /** The text between them; only its end where it is long. */
  gap: string
}

/** Measures the distance of two spans. */
export function distanceOf({ plain, positions }: MailView, { before, after }: { before: Span; after: Span }): Distance {
  const from = Math.max(before.end - 1, 0)
  const between = (numbers: Uint16Array): number => (numbers[after.start] ?? 0) - (numbers[from] ?? 0)
  const chars = after.start - before.end
  return {
    chars,
    lines: between(positions.lines),
    cells: between(positions.cells),
    sentences: between(positions.sentences),
    gap: plain.slice(Math.max(before.end, after.start - maxGapChars), after.start),
  }
}

/** Whether a gap ends in a colon, an arrow or the like, apart from quotes and brackets: what follows is introduced by what stands before. */
export const endsInIntroducer = (gap: string): boolean =>
  /[:=>\u1366\u055d\u2192\u279c\u25b6-][\s"'*_`([{«「『【“„]*$/.test(gap)

/** Where the word ends whose stem is a match. */
export function wordEnd({ folded }: MailView, { end }: Span): number {
  let at = end
  while (at - end < maxWordChars && continuesWord(folded[at] ?? 0)) at++
  return at
}

const maxRowLabelChars = 100
const maxHeadChars = 30
const minWrappedChars = 45

/** The head of its column, for a number that is alone in its cell and not in a row with a label. */
export function columnHead(view: MailView, { start, isAlone }: Candidate): Span | null {
  if (!isAlone) return null
  const lineAt = lineStart(view, start)
  if (lineAt === 0 || view.plain[lineAt - 1] !== '\n') return null
  const before = view.plain.slice(lineAt, start).split('\t')
  const [rest = ''] = view.plain.slice(start, start + maxLineChars).split('\n', 1)
  const column = before.length - 1
  const cells = column + rest.split('\t').length
  const [first = ''] = before
  // Below three heads or more, the first cell of a row is a value as well: `m.verma`.
  const isLabelled = column > 0 && (cells === 2 || first.endsWith(':')) && /\p{L}/u.test(first) && !/\d/.test(first)
  if (cells < 2 || isLabelled) return null
  const headsAt = lineStart(view, lineAt - 1)
  const heads = view.plain.slice(headsAt, lineAt - 1).split('\t')
  if (heads.length !== cells || heads.some((head) => /\d/.test(head) || !/\p{L}/u.test(head))) return null
  const headAt = headsAt + heads.slice(0, column).reduce((sum, head) => sum + head.length + 1, 0)
  return { start: headAt, end: headAt + (heads[column]?.length ?? 0) }
}

/**
 * The label of a row: what stands before a number that is alone in its cell, or on the line above, if that ends in a colon; in a table
 * with heads the head of its column.
 */
export function rowLabel(view: MailView, candidate: Candidate): Span | null {
  const { start, isAlone } = candidate
  if (!isAlone) return null
  const head = columnHead(view, candidate)
  if (head !== null) return head
  return rowLabelBefore(view, start)
}

function rowLabelBefore(view: MailView, start: number): Span | null {
  const lineAt = lineStart(view, start)
  const row = view.plain.slice(lineAt, start)
  if (/\p{L}/u.test(row)) return { start: lineAt, end: start }
  const above = view.plain.slice(Math.max(0, lineAt - maxRowLabelChars), lineAt).trimEnd()
  if (!above.endsWith(':')) return null
  const headAt = above.lastIndexOf('\n') + 1
  const head = above.slice(headAt)
  // A short line below a long one is the end of its sentence.
  const isWrapped = /[\p{L}\d,]\n$/u.test(above.slice(0, headAt)) && isLongLine(above.slice(0, headAt))
  const isHead = !isWrapped && head.length < maxHeadChars && /\p{L}/u.test(head)
  return isHead ? { start: Math.max(0, lineAt - maxRowLabelChars) + headAt, end: lineAt } : null
}

const isLongLine = (above: string): boolean =>
  above.length - 1 - (above.lastIndexOf('\n', above.length - 2) + 1) >= minWrappedChars

/** Whether nothing but punctuation stands before a span on its line. */
export const opensLine = ({ plain }: MailView, { start }: Span): boolean =>
  /\n[^\p{L}\d\n]*$/u.test(plain.slice(Math.max(0, start - 4), start))

/** Whether a phrase above a number is the head of its column: in a table, the head of another column names another number. */
export function isSameColumn(view: MailView, phrase: Span, candidate: Candidate): boolean {
  const { cells } = view.positions
  const columnOf = (at: number): number => (cells[at] ?? 0) - (cells[lineStart(view, at)] ?? 0)
  const [column, headColumn] = [columnOf(candidate.start), columnOf(phrase.start)]
  const [restOfHead = ''] = view.plain.slice(phrase.end, phrase.end + maxRowLabelChars).split('\n', 1)
  const isTable = column > 0 || headColumn > 0 || restOfHead.includes('\t')
  return !isTable || headColumn === column
}

/** Where the line of a position begins; on an endless line a place within it. */
function lineStart({ plain }: MailView, at: number): number {
  const from = Math.max(0, at - maxLineChars)
  return from + plain.slice(from, at).lastIndexOf('\n') + 1
}
