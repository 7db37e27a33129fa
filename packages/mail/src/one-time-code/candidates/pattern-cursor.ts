/** Where a pattern is found next in a text; a text is read once, however often it is asked in the order of the text. */
export class PatternCursor {
  readonly #pattern: RegExp
  /** Nothing is found from here on up to `#found`. */
  #readFrom = 0
  #found = -1

  /** @param pattern with the flag `g` */
  constructor(pattern: RegExp) {
    this.#pattern = pattern
  }

  /** The first match that begins at or behind a position; the length of the text where there is none. */
  from(text: string, position: number): number {
    if (position >= this.#readFrom && position <= this.#found) return this.#found
    this.#pattern.lastIndex = position
    this.#readFrom = position
    this.#found = this.#pattern.exec(text)?.index ?? text.length
    return this.#found
  }
}
