import type { Span } from '../spans.ts'
import { LineForm } from './line-form.ts'

/** So many lines that are alike are a listing. */
const minRows = 8
/** Fewer numbers are in many a line of prose. */
const minNumbers = 3

/** How many neighbouring lines have the same columns. */
interface SameColumns {
  form: number
  rows: number
}

/** How many lines have the same words. */
interface SameWords {
  rows: number
  /** The numbers of the last one. */
  numbers: number
  /** Their words name codes; undefined until it is asked. */
  namesCode: boolean | undefined
}

/** A line with what is like it: lines with the same words, wherever they stand, and neighbours with as many words and numbers in turn. */
export interface Line extends Span {
  words: SameWords | null
  columns: SameColumns | null
}

/** Finds where the words for codes begin in a part of the text. */
export type LabelSearch = (span: Span) => number[]

/** Words for codes are looked for in so many characters at once. */
const searchChars = 1024

/** Tells tables and logs by lines that are alike. A line with a word for codes is none of their rows. */
export class ListingReader {
  /** So many characters were read. */
  readChars = 0
  line: Line = { start: 0, end: -1, words: null, columns: null }
  readonly #folded: Uint16Array
  readonly #labelsFrom: LabelSearch
  /** Words of rows that are no word for codes. */
  readonly #otherWords = new Set<number>()
  /** The part of the text in which words for codes were looked for last, and where they stand. */
  #searched: Span & { labels: number[] } = { start: 0, end: 0, labels: [] }
  readonly #form: LineForm
  readonly #byWords = new Map<number, SameWords>()

  constructor(folded: Uint16Array, labelsFrom: LabelSearch) {
    this.#folded = folded
    this.#labelsFrom = labelsFrom
    this.#form = new LineForm(folded)
  }

  isInLine(at: number): boolean {
    return at < this.line.end
  }

  /** Begins the line of a position; returns where the rows of a listing end that begin with it, and else the position. */
  beginLine(at: number): number {
    this.#readLine(this.#lineStart(at))
    let end = at
    while (this.isRow(this.line)) {
      end = this.line.end
      this.#readLine(this.#nextLine(end))
    }
    return end
  }

  /** Whether a line is a row of a listing, as far as the text has been read. */
  isRow({ words, columns, start, end }: Line): boolean {
    if (words === null || (words.rows < minRows && (columns === null || columns.rows < minRows))) return false
    words.namesCode ??= this.#hasLabel({ start, end })
    return !words.namesCode
  }

  /** Rows have the same words again and again: where no label was made of its words before, none is looked for. */
  #learnWords(): void {
    const { words } = this.line
    const { labelWords, labelWordCount } = this.#form
    if (words === null || words.namesCode !== undefined || labelWordCount > labelWords.length) return
    const found = labelWords.subarray(0, labelWordCount)
    words.namesCode = !found.every((word) => this.#otherWords.has(word)) && this.#hasLabel(this.line)
    if (!words.namesCode) for (const word of found) this.#otherWords.add(word)
  }

  #hasLabel({ start, end }: Span): boolean {
    if (start < this.#searched.start || end > this.#searched.end) {
      const span = { start, end: Math.min(this.#folded.length, Math.max(end, start + searchChars)) }
      this.#searched = { ...span, labels: this.#labelsFrom(span) }
    }
    return this.#searched.labels.some((at) => at >= start && at < end)
  }

  #lineStart(at: number): number {
    let start = at
    while (start > 0 && this.#folded[start - 1] !== lineFeed) start--
    return start
  }

  /** Where the next line begins that is not empty. */
  #nextLine(end: number): number {
    let start = end
    while (this.#folded[start] === lineFeed) start++
    return start
  }

  #readLine(start: number): void {
    const form = this.#form
    form.read(start)
    this.readChars += form.end - start
    const columns = form.count < minNumbers ? null : this.#neighbours(start)
    this.line = { start, end: form.end, words: form.count === 0 ? null : this.#withWords(), columns }
    if (columns !== null && columns.rows >= minRows) this.#learnWords()
  }

  #neighbours(start: number): SameColumns {
    const { columns, end } = this.line
    if (columns?.form !== this.#form.columns || start !== end + 1) return { form: this.#form.columns, rows: 1 }
    columns.rows++
    return columns
  }

  #withWords(): SameWords {
    const { words, numbers, hasWords } = this.#form
    const known = this.#byWords.get(words)
    if (!known) {
      const first = { rows: 1, numbers, namesCode: undefined }
      this.#byWords.set(words, first)
      return first
    }
    // What says the same again is a quoted line more often than a row.
    if (hasWords && known.numbers !== numbers) known.rows++
    known.numbers = numbers
    return known
  }
}

const lineFeed = 0x0a
