/** What stands between two pieces of text; the strongest asked for wins. */
export const breaks = { none: 0, space: 1, cell: 2, line: 3, paragraph: 4 } as const

const separators = ['', ' ', '\t', '\n', '\n\n']
const whiteSpace = /[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g

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

  /** Writes text with its white space folded; answers what was written, with the break before it as one space. */
  write(text: string): string {
    const folded = text.replace(whiteSpace, ' ')
    if (folded.startsWith(' ')) this.breakBy(breaks.space)
    const written = this.#put(folded.trim())
    if (folded.length > 1 && folded.endsWith(' ')) this.breakBy(breaks.space)
    return written
  }

  /** Writes text as it stands. */
  writePreformatted(text: string): string {
    return this.#put(text)
  }

  toString(): string {
    return this.#pieces.join('')
  }

  #put(text: string): string {
    if (text === '') return ''
    const separator = this.#pieces.length === 0 ? '' : (separators[this.#pending] ?? '')
    if (separator !== '') this.#pieces.push(separator)
    this.#pieces.push(text)
    this.#pending = breaks.none
    return separator === '' ? text : ` ${text}`
  }
}
