/**
 * The styles of the text of a rendered document: runs of one style, in the order of the text. Run `n` begins at `starts[n]`, is in
 * the block numbered `blocks[n]` and in the table cell numbered `cells[n]` (both grow through the document) and has the bits
 * `looks[n]` of `styleBits`.
 */
export interface TextLayout {
  starts: number[]
  blocks: number[]
  cells: number[]
  looks: number[]
}

/** The style bits at an offset of a text. */
export const lookAt = (layout: TextLayout, offset: number): number => layout.looks[runAt(layout, offset)] ?? 0

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

/** Where text of a link stands: from `start`, up to and without `end`. */
export interface LinkSpan {
  link: number
  start: number
  end: number
}

/** A finished text with its layout and the spans of its links, in their order. */
export interface WrittenText {
  text: string
  layout: TextLayout
  links: LinkSpan[]
}

/** The break between two pieces of text; of several requested ones the strongest is written. */
export const breaks = { none: 0, space: 1, cell: 2, line: 3, paragraph: 4 } as const

const separators = ['', ' ', '\t', '\n', '\n\n']
const whiteSpace = /[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g
// Most texts have single spaces only, and this check costs a tenth of replacing each of them.
const needsFolding = /[\t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]| {2}/

/** Builds the text of a rendered document: breaks are requested, and written only between two pieces of text. */
export class TextWriter {
  readonly #pieces: string[] = []
  readonly #layout: TextLayout = { starts: [], blocks: [], cells: [], looks: [] }
  readonly #links: LinkSpan[] = []
  #length = 0
  #pending: number = breaks.none
  #block = 0
  #cell = 0
  #lastBlock = -1
  #lastCell = -1
  #lastLook = -1

  breakBy(strength: number): void {
    if (strength >= breaks.line) this.#block++
    else if (strength === breaks.cell) this.#cell++
    if (strength > this.#pending) this.#pending = strength
  }

  /** `<br>`: one ends the line, two make an empty line. */
  breakLine(): void {
    this.#pending = this.#pending >= breaks.line ? breaks.paragraph : breaks.line
  }

  /** Writes text with its white space folded; `link` is the number of the link that it belongs to. */
  write(text: string, look: number, link: number | null): void {
    const folded = needsFolding.test(text) ? text.replace(whiteSpace, ' ') : text
    if (folded.startsWith(' ')) this.breakBy(breaks.space)
    if (folded === ' ') return
    this.#put(folded.trim(), look, link)
    if (folded.endsWith(' ')) this.breakBy(breaks.space)
  }

  /** Writes text unchanged. */
  writePreformatted(text: string, look: number, link: number | null): void {
    this.#put(text, look, link)
  }

  /** The text without white space at its ends. */
  finish(): WrittenText {
    const whole = this.#pieces.join('')
    const cut = whole.length - whole.trimStart().length
    const layout = this.#layout
    if (cut === 0) return { text: whole.trim(), layout, links: this.#links }
    const moved = (at: number): number => Math.max(0, at - cut)
    return {
      text: whole.trim(),
      layout: { ...layout, starts: layout.starts.map(moved) },
      links: this.#links.map(({ link, start, end }) => ({ link, start: moved(start), end: moved(end) })),
    }
  }

  #put(text: string, look: number, link: number | null): void {
    if (text === '') return
    const separator = this.#pieces.length === 0 ? '' : (separators[this.#pending] ?? '')
    if (separator !== '') {
      this.#pieces.push(separator)
      this.#length += separator.length
    }
    if (look !== this.#lastLook || this.#block !== this.#lastBlock || this.#cell !== this.#lastCell)
      this.#beginRun(look)
    this.#pieces.push(text)
    if (link !== null) this.#addToLink(link, text.length)
    this.#length += text.length
    this.#pending = breaks.none
  }

  #addToLink(link: number, length: number): void {
    const last = this.#links.at(-1)
    if (last?.link === link) last.end = this.#length + length
    else this.#links.push({ link, start: this.#length, end: this.#length + length })
  }

  #beginRun(look: number): void {
    this.#lastLook = look
    this.#lastBlock = this.#block
    this.#lastCell = this.#cell
    this.#layout.starts.push(this.#length)
    this.#layout.blocks.push(this.#block)
    this.#layout.cells.push(this.#cell)
    this.#layout.looks.push(look)
  }
}
