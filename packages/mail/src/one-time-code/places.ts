import { isWordUnit, runsOn } from './characters.ts'

/** For each position of a text the number of the line, cell and sentence that it stands in; empty lines do not count. */
export interface Places {
  lines: Uint16Array
  cells: Uint16Array
  sentences: Uint16Array
}

const lineFeed = 0x0a
const tab = 0x09
const space = 0x20
const fullStop = 0x2e
/** Which UTF-16 units end a sentence; a table, since every character is asked about. */
const sentenceEnds = new Uint8Array(0x10000)
for (const char of '!.?;。।۔؟…') sentenceEnds[char.charCodeAt(0)] = 1

/**
 * Numbers lines, cells and sentences in one pass. A sentence ends with its mark, an empty line, before a bullet, and before a line
 * that begins a block of its own.
 */
export function placesOf(text: Uint16Array, isBlockStart: (at: number) => boolean): Places {
  const size = text.length + 1
  const places: Places = {
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
    places.lines[at] = line
    places.cells[at] = cell
    places.sentences[at] = sentence
    if (sentenceEnds[unit] === 1 && endsSentence(text, at)) sentence++
  }
  places.lines[text.length] = line
  places.cells[text.length] = cell
  places.sentences[text.length] = sentence
  return places
}

function endsSentence(text: Uint16Array, at: number): boolean {
  const unit = text[at] ?? 0
  if (unit >= 0x80) return true
  const next = text[at + 1] ?? lineFeed
  if (unit !== fullStop && runsOn(next)) return true
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
