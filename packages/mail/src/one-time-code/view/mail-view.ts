import { styleBits } from '../../html/text-style.ts'
import type { TextLayout } from '../../html/text-writer.ts'
import type { Span } from '../spans.ts'
import type { TextNormalizer } from './normal-text.ts'
import type { PositionReader, TextPositions } from './text-positions.ts'

/** Subject and one body of a mail as one normalised text, with its styles. */
export interface ViewText {
  name: 'html' | 'text'
  plain: string
  folded: Uint16Array
  /** Where the subject ends. */
  subjectEnd: number
  /** Where the copyright line begins; -1 where there is none. */
  footerAt: number
  /** The bits of `styleBits` at a position. */
  styleAt: (at: number) => number
  /** Whether a position is in another block than the position asked before; to be asked in the order of the text. */
  blockStarts: () => (at: number) => boolean
}

/** A view with the lines, cells and sentences of some of its spans. */
export interface MailView extends ViewText {
  positions: TextPositions
}

/** A body of a mail as text, with its styles. */
export interface Body {
  name: 'html' | 'text'
  text: string
  layout: TextLayout
}

/** Makes the text of a view; linear. */
export function viewOf(subject: string, { name, text, layout }: Body, normalizer: TextNormalizer): ViewText {
  const subjectLine = subject.replace(/\s+/g, ' ').trim()
  const { plain, folded, origins } = normalizer.normalize(`${subjectLine}\n\n${text}`)
  const bodyAt = subjectLine.length + 2
  const offsetAt = (at: number): number => (origins === null ? at : (origins[at] ?? 0)) - bodyAt
  const styleAt = (at: number): number => layout.looks[runAt(layout, offsetAt(at))] ?? 0
  const subjectEnd = plain.indexOf('\n')
  return {
    name,
    plain,
    folded,
    subjectEnd,
    footerAt: plain.indexOf('©', subjectEnd),
    styleAt,
    blockStarts: () => blockStarts(layout, offsetAt),
  }
}

/** Adds the positions of some spans; they are good until the reader's next call. */
export const withPositions = (view: ViewText, spans: readonly Span[], reader: PositionReader): MailView => ({
  ...view,
  positions: reader.read({ text: view.folded, spans, isBlockStart: view.blockStarts() }),
})

function blockStarts({ starts, blocks }: TextLayout, offsetAt: (at: number) => number): (at: number) => boolean {
  let run = 0
  let block = 0
  return (at) => {
    const offset = offsetAt(at)
    while (run + 1 < starts.length && (starts[run + 1] ?? 0) <= offset) run++
    const before = block
    block = blocks[run] ?? 0
    return block !== before
  }
}

/** The index of the run that an offset stands in, -1 before the first. */
function runAt({ starts }: TextLayout, offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

const quoteMarks = /^(?:> ?)+/

const columnGap = /(?<=\S) {2,}(?=\S)/g
const maxTableLineChars = 300

/** Columns that spaces set apart, in neighbouring lines with as many of them, get tabs between, as the cells of a table in HTML. */
function withTabs(text: string): string {
  if (!/\S {2,}\S/.test(text)) return text
  const lines = text.split('\n')
  const gaps = lines.map((line) => (line.length > maxTableLineChars ? 0 : (line.match(columnGap)?.length ?? 0)))
  const isRow = (at: number): boolean => (gaps[at] ?? 0) > 1 && (gaps[at] === gaps[at - 1] || gaps[at] === gaps[at + 1])
  return lines.map((line, at) => (isRow(at) ? line.replace(columnGap, '\t') : line)).join('\n')
}

/** A text part as a body: quoted lines lose their `>` and get the style bit of quotes. */
export function textBody(source: string): Body {
  const text = withTabs(source)
  if (!/^>/m.test(text)) return { name: 'text', text, layout: { starts: [], blocks: [], cells: [], looks: [] } }
  const starts: number[] = []
  const looks: number[] = []
  const lines: string[] = []
  let length = 0
  for (const line of text.split('\n')) {
    const look = line.startsWith('>') ? styleBits.isQuoted : 0
    const bare = look === 0 ? line : line.replace(quoteMarks, '')
    if (look !== looks.at(-1)) {
      starts.push(length)
      looks.push(look)
    }
    lines.push(bare)
    length += bare.length + 1
  }
  const blocks = starts.map((_, index) => index)
  return { name: 'text', text: lines.join('\n'), layout: { starts, blocks, cells: blocks, looks } }
}
