import { decodeHTMLStrict } from 'entities'
import { styleBits } from '../../html/text-style.ts'
import { lookAt, type TextLayout } from '../../html/text-writer.ts'
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
  const subjectLine = withCharacters(subject).replace(/\s+/g, ' ').trim()
  const { plain, folded, origins } = normalizer.normalize(`${subjectLine}\n\n${withCharacters(text)}`)
  const bodyAt = subjectLine.length + 2
  const offsetAt = (at: number): number => (origins === null ? at : (origins[at] ?? 0)) - bodyAt
  const styleAt = (at: number): number => lookAt(layout, offsetAt(at))
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

const characterReference = /&(?:#\d{2,7}|#[xX][\dA-Fa-f]{2,6}|[A-Za-z]{2,8}\d{0,2});/g
/** No normalised text has it. */
const invisible = '\u200b'

/** `&#8220;` and `&nbsp;`, left in a text that is no HTML, as the characters that they stand for; as long as before. */
const withCharacters = (text: string): string =>
  text.includes('&')
    ? text.replace(characterReference, (reference) => decodeHTMLStrict(reference).padEnd(reference.length, invisible))
    : text

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

const quoteMarks = /^(?:> ?)+/

const maxTableLineChars = 300
/** A longer table is a listing, in which no number is looked for. */
const maxTableRows = 30

/** Columns that spaces set apart, in neighbouring lines with as many of them, get tabs between, as the cells of a table in HTML. */
function withTabs(text: string): string {
  let tabbed = ''
  let at = 0
  for (const rows of tablesIn(text)) {
    if (rows.length < 2 || rows.length > maxTableRows) continue
    for (const { start, end } of rows.flat()) {
      tabbed += `${text.slice(at, start)}\t`
      at = end
    }
  }
  return at === 0 ? text : tabbed + text.slice(at)
}

/** Successive lines with as many gaps of two spaces or more, two gaps at least: the gaps of each. */
function tablesIn(text: string): Span[][][] {
  const tables: Span[][][] = []
  let table: Span[][] = []
  let lastEnd = -1
  for (let at = firstAt(twoGaps, text, 0); at < text.length; ) {
    const line = lineAround(text, at)
    const isNext = line.start === lastEnd + 1
    lastEnd = line.end
    if (isNext && table.length > maxTableRows) {
      at = firstAt(twoSpaces, text, lastEnd)
      continue
    }
    const gaps = line.end - line.start > maxTableLineChars ? [] : gapsIn(text, line)
    if (gaps.length < 2) table = []
    else if (isNext && gaps.length === table[0]?.length) table.push(gaps)
    else {
      table = [gaps]
      tables.push(table)
    }
    at = firstAt(twoGaps, text, lastEnd)
  }
  return tables
}

function lineAround(text: string, at: number): Span {
  const end = text.indexOf('\n', at)
  return { start: text.lastIndexOf('\n', at) + 1, end: end === -1 ? text.length : end }
}

/** Two gaps in a line. It begins with spaces, which a pattern finds several times as fast as a character before them. */
const twoGaps = / {2}(?<=[^\n ] {2}) *[^\n ][^\n]*?(?<=[^\n ]) {2,}[^\n ]/g

/** The rows of a listing are passed over, whatever gaps they have. */
const twoSpaces = / {2}/g

/** Where a pattern is found next; the length of the text where it is not. */
function firstAt(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

const space = 0x20

/** The gaps between the columns of a line; spaces at its ends are none. */
function gapsIn(text: string, line: Span): Span[] {
  const gaps: Span[] = []
  for (let at = line.start; at < line.end; at++) {
    const start = at
    while (text.charCodeAt(at) === space) at++
    if (at - start > 1 && start > line.start && at < line.end) gaps.push({ start, end: at })
  }
  return gaps
}

/** A text part as a body: quoted lines lose their `>` and get the style bit of quotes. */
export function textBody(source: string): Body {
  const text = withTabs(source)
  if (!text.startsWith('>') && !text.includes('\n>'))
    return { name: 'text', text, layout: { starts: [], blocks: [], cells: [], looks: [] } }
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
