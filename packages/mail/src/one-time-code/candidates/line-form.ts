const [tab, lineFeed, space, zero, nine, colon, equals, firstBeyondAscii] = [
  0x09, 0x0a, 0x20, 0x30, 0x39, 0x3a, 0x3d, 0x80,
]
const [wordKind, numberKind] = [1, 2]
const maxLabelWords = 16

const hashed = (hash: number, value: number): number => (Math.imul(hash, 31) + value) & 0x3fffffff

/** Reads lines of a folded text and tells by hashes what they are made of. A word ends at a space, a colon or an equals sign. */
export class LineForm {
  /** Where the line ends. */
  end = 0
  /** Its words; of those with a digit only letters beyond ASCII, since scripts without spaces join other words to them. */
  words = 0
  /** The words that have a digit. */
  numbers = 0
  /** The order of words, words with a digit, and cells. */
  columns = 0
  hasWords = false
  /** The hashes of the first words that may be a label. */
  readonly labelWords = new Uint32Array(maxLabelWords)
  labelWordCount = 0
  /** How many words have a digit. */
  count = 0
  readonly #folded: Uint16Array
  #lastKind = 0

  constructor(folded: Uint16Array) {
    this.#folded = folded
  }

  /** Reads the line that begins at a position. */
  read(start: number): void {
    this.words = this.numbers = this.columns = this.count = this.#lastKind = 0
    this.hasWords = false
    this.labelWordCount = 0
    const folded = this.#folded
    let at = start
    for (; at < folded.length && folded[at] !== lineFeed; at++) {
      const unit = folded[at] ?? 0
      if (isInWord(unit)) at = this.#readWord(at) - 1
      else if (unit === tab) this.#addColumn(tab)
    }
    this.end = at
  }

  /** Reads the word at a position; returns its end. */
  #readWord(start: number): number {
    const folded = this.#folded
    let word = 0
    let beyondAscii = 0
    let hasDigit = false
    let at = start
    for (; at < folded.length; at++) {
      const unit = folded[at] ?? 0
      if (unit >= firstBeyondAscii) beyondAscii = hashed(beyondAscii, unit)
      else if (unit <= equals) {
        if (!isInWord(unit)) break
        if (unit >= zero && unit <= nine) hasDigit = true
      }
      word = hashed(word, unit)
    }
    if (hasDigit) this.#addNumber(word, beyondAscii)
    else {
      this.words = hashed(this.words, word)
      this.#addLabelWord(word)
      this.hasWords = true
      if (this.#lastKind !== wordKind) this.#addColumn(wordKind)
    }
    return at
  }

  #addNumber(number: number, beyondAscii: number): void {
    this.count++
    this.numbers = hashed(this.numbers, number)
    this.words = hashed(this.words, beyondAscii)
    if (beyondAscii !== 0) this.#addLabelWord(beyondAscii)
    this.#addColumn(numberKind)
  }

  /** Of a longer line the last place has some word or other. */
  #addLabelWord(word: number): void {
    this.labelWords[Math.min(this.labelWordCount++, maxLabelWords - 1)] = word
  }

  #addColumn(kind: number): void {
    this.columns = hashed(this.columns, kind)
    this.#lastKind = kind
  }
}

const isInWord = (unit: number): boolean => unit > space && unit !== colon && unit !== equals
