import type { Span } from '../spans.ts'
import { hasNoWordSpaces, isWordUnit } from './characters.ts'

/** For each position of a text the number of its line, its table cell and its sentence; empty lines do not count. */
export interface TextPositions {
  lines: Uint16Array
  cells: Uint16Array
  sentences: Uint16Array
}

/** A text with the spans of it that are numbered, in order and without overlaps. */
export interface PositionedText {
  text: Uint16Array
  spans: readonly Span[]
  /** Whether a position begins a block; asked in the order of the text. */
  isBlockStart: (at: number) => boolean
}

/** No line is longer; on an endless line a place within it counts as its beginning. */
export const maxLineChars = 2000

const lineFeed = 0x0a
const tab = 0x09
const space = 0x20
const fullStop = 0x2e
/** 1 for the UTF-16 units that end a sentence; a table, since every character is looked up. */
const sentenceEnds = new Uint8Array(0x10000)
for (const char of '!.?;。।۔؟…።։') sentenceEnds[char.charCodeAt(0)] = 1

/**
 * Numbers lines, cells and sentences of spans, in one pass. A sentence ends with its mark, an empty line, before a bullet, and
 * before a line that begins a block of its own. Each span is numbered from the beginning of its line, and in another line, cell
 * and sentence than the one before.
 */
export class PositionReader {
  readonly #scratch = new Map<keyof TextPositions, Uint16Array>()

  /** The numbers, which are good until the next call; 0 outside of the spans. */
  read({ text, spans, isBlockStart }: PositionedText): TextPositions {
    const size = text.length + 1
    const positions = {
      lines: this.#zeros('lines', size),
      cells: this.#zeros('cells', size),
      sentences: this.#zeros('sentences', size),
    }
    const counter = new Counter(text, positions, isBlockStart)
    for (const span of spans) counter.count(span)
    return positions
  }

  /** Memory that is used again: a new array for each mail costs more than its numbers. */
  #zeros(name: keyof TextPositions, size: number): Uint16Array {
    const known = this.#scratch.get(name)
    if (known && known.length >= size) return known.subarray(0, size).fill(0)
    const made = new Uint16Array(size)
    this.#scratch.set(name, made)
    return made
  }
}

class Counter {
  readonly #text: Uint16Array
  readonly #positions: TextPositions
  readonly #isBlockStart: (at: number) => boolean
  #end = 0
  #line = 0
  #cell = 0
  #sentence = 0
  #breaks = 0

  constructor(text: Uint16Array, positions: TextPositions, isBlockStart: (at: number) => boolean) {
    this.#text = text
    this.#positions = positions
    this.#isBlockStart = isBlockStart
  }

  count({ start, end }: Span): void {
    const from = Math.max(this.#end, lineStartOf(this.#text, start))
    if (from > this.#end) {
      this.#line++
      this.#cell++
      this.#sentence++
      this.#breaks = 0
    }
    this.#number(from, end)
    this.#end = end
  }

  #number(from: number, end: number): void {
    const text = this.#text
    const { lines, cells, sentences } = this.#positions
    let line = this.#line
    let cell = this.#cell
    let sentence = this.#sentence
    let breaks = this.#breaks
    for (let at = from; at < end; at++) {
      const unit = text[at] ?? 0
      if (unit === lineFeed) {
        breaks++
        cell++
        if (breaks === 2) sentence++
      } else if (unit === tab) cell++
      else if (unit !== space && breaks > 0) {
        line++
        if (breaks === 1 && (isBullet(text, at) || this.#isBlockStart(at))) sentence++
        breaks = 0
      }
      lines[at] = line
      cells[at] = cell
      sentences[at] = sentence
      if (sentenceEnds[unit] === 1 && endsSentence(text, at)) sentence++
    }
    lines[end] = line
    cells[end] = cell
    sentences[end] = sentence
    this.#line = line
    this.#cell = cell
    this.#sentence = sentence
    this.#breaks = breaks
  }
}

function lineStartOf(text: Uint16Array, start: number): number {
  let at = start
  while (at > 0 && start - at < maxLineChars && text[at - 1] !== lineFeed) at--
  return at
}

function endsSentence(text: Uint16Array, at: number): boolean {
  const unit = text[at] ?? 0
  if (unit >= 0x80) return true
  const next = text[at + 1] ?? lineFeed
  if (unit !== fullStop && hasNoWordSpaces(next)) return true
  if (next === lineFeed || next === tab) return true
  if (next !== space) return false
  return unit !== fullStop || !isAbbreviation(text, at)
}

const bullets: ReadonlySet<number> = new Set([...'-*•·'].map((char) => char.charCodeAt(0)))

const isBullet = (text: Uint16Array, at: number): boolean => bullets.has(text[at] ?? 0) && text[at + 1] === space

/** `Nr. 12345`, `no. 5512`, `tel. 030`: a short word before a number. */
function isAbbreviation(text: Uint16Array, at: number): boolean {
  const following = text[at + 2] ?? 0
  if (following < 0x30 || following > 0x39) return false
  let letters = 0
  while (letters < 5 && isLetter(text[at - 1 - letters] ?? 0)) letters++
  return letters > 0 && letters <= 3
}

const isLetter = (unit: number): boolean => isWordUnit(unit) && !(unit >= 0x30 && unit <= 0x39)
