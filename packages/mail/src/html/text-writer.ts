/** What stands between two pieces of text; the strongest asked for wins. */
export const breaks = { none: 0, space: 1, cell: 2, line: 3, paragraph: 4 } as const

const separators = ['', ' ', '\t', '\n', '\n\n']
const whiteSpace = /[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g
// Most texts have single spaces only: a look costs a tenth of replacing each by itself.
const needsFolding = /[\t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]| {2}/

/** Builds the text of a rendered document: breaks are asked for, and written only between two pieces of text. */
export class TextWriter {
  readonly #pieces: string[] = []
  #pending: number = breaks.none

  breakBy(strength: number): void {
    if (strength > this.#pending) this.#pending = strength
  }

  /** `<br>`: one ends the line, two leave an empty one. */
  breakLine(): void {
    this.#pending = this.#pending >= breaks.line ? breaks.paragraph : breaks.line
  }

  /** Writes text with its white space folded. */
  write(text: string): void {
    const folded = needsFolding.test(text) ? text.replace(whiteSpace, ' ') : text
    if (folded.startsWith(' ')) this.breakBy(breaks.space)
    if (folded === ' ') return
    this.#put(folded.trim())
    if (folded.endsWith(' ')) this.breakBy(breaks.space)
  }

  /** Writes text as it stands. */
  writePreformatted(text: string): void {
    this.#put(text)
  }

  toString(): string {
    return this.#pieces.join('')
  }

  #put(text: string): void {
    if (text === '') return
    const separator = this.#pieces.length === 0 ? '' : (separators[this.#pending] ?? '')
    if (separator !== '') this.#pieces.push(separator)
    this.#pieces.push(text)
    this.#pending = breaks.none
  }
}
