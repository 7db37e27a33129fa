import { hasNoWordSpaces, isWordUnit } from './characters.ts'

/** For each position of a text the number of its line, its table cell and its sentence; empty lines do not count. */
export interface TextPositions {
  lines: Uint16Array
  cells: Uint16Array
  sentences: Uint16Array
}

const lineFeed = 0x0a
const tab = 0x09
const space = 0x20
const fullStop = 0x2e
/** 1 for the UTF-16 units that end a sentence; a table, since every character is looked up. */
const sentenceEnds = new Uint8Array(0x10000)
for (const char of '!.?;。।۔؟…') sentenceEnds[char.charCodeAt(0)] = 1

/**
 * Numbers lines, cells and sentences in one pass. A sentence ends with its mark, an empty line, before a bullet, and before a line
 * that begins a block of its own.
 */
export function textPositionsOf(text: Uint16Array, isBlockStart: (at: number) => boolean): TextPositions {
  const size = text.length + 1
  const positions: TextPositions = {
    lines: new Uint16Array(size),
    cells: new Uint16Array(size),
    sentences: new Uint16Array(size),
  }
  let line = 0
  let cell = 0
  let sentence = 0
  let breaks = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] ?? 0
    if (unit === lineFeed) {
      breaks++
      cell++
      if (breaks === 2) sentence++
    } else if (unit === tab) cell++
    else if (unit !== space && breaks > 0) {
      line++
      if (breaks === 1 && (isBullet(text, at) || isBlockStart(at))) sentence++
      breaks = 0
    }
    positions.lines[at] = line
    positions.cells[at] = cell
    positions.sentences[at] = sentence
    if (sentenceEnds[unit] === 1 && endsSentence(text, at)) sentence++
  }
  positions.lines[text.length] = line
  positions.cells[text.length] = cell
  positions.sentences[text.length] = sentence
  return positions
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
