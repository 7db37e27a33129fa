import { normalText } from './normal-text.ts'

/** A phrase found in a text; `end` stands behind it. */
export interface PhraseHit<Kind> {
  kind: Kind
  start: number
  end: number
}

interface Node<Kind> {
  children: Map<number, Node<Kind>>
  kind: Kind | null
  /** The kind, where no letter may follow. */
  wholeWordKind: Kind | null
}

const space = 0x20

/**
 * Finds phrases of many kinds in one pass. A phrase begins where a word begins and may go on in the last word (stems), unless it is
 * written with `$` at its end; in scripts without spaces, and in those that glue particles to words, it begins anywhere. Any white
 * space and a hyphen count as one space. Each position is walked at most as far as the longest phrase, so the time is linear.
 */
export class PhraseTrie<Kind> {
  readonly #root: Node<Kind> = newNode()
  /** Marks of the first three units of every phrase: most words are told apart here, without a walk. */
  readonly #beginnings = new Uint8Array(0x10000)

  add(phrase: string, kind: Kind): void {
    const isWhole = phrase.endsWith('$')
    const { folded } = normalText(isWhole ? phrase.slice(0, -1) : phrase)
    this.#markBeginning(folded)
    let node = this.#root
    for (const char of folded) {
      const unit = spaceLike(char.charCodeAt(0)) ? space : char.charCodeAt(0)
      const next = node.children.get(unit) ?? newNode<Kind>()
      node.children.set(unit, next)
      node = next
    }
    if (isWhole) node.wholeWordKind ??= kind
    else node.kind ??= kind
  }

  /** All hits in the order of the text; of those that overlap, the one that began first, and of these the longest. */
  find(text: TextUnits): PhraseHit<Kind>[] {
    const { units, starts, count } = text
    const hits: PhraseHit<Kind>[] = []
    let end = 0
    for (let index = 0; index < count; index++) {
      const start = starts[index] ?? 0
      if (start < end || !this.#mayBeginAt(units, start)) continue
      const hit = this.#longestAt(units, start)
      if (!hit) continue
      hits.push(hit)
      end = hit.end
    }
    return hits
  }

  #markBeginning(folded: string): void {
    if (folded.length >= 3) this.#beginnings[beginningAt(unitsOf(folded), 0)] = 1
    // Of a shorter one nothing is known of what follows.
    else if (!beginsAnywhere(folded.charCodeAt(0))) this.#beginnings.fill(1)
  }

  #mayBeginAt(units: Uint16Array, start: number): boolean {
    return this.#beginnings[beginningAt(units, start)] === 1 || beginsAnywhere(units[start] ?? 0)
  }

  #longestAt(units: Uint16Array, start: number): PhraseHit<Kind> | null {
    let node = this.#root
    let best: PhraseHit<Kind> | null = null
    let at = start
    while (at < units.length) {
      const unit = units[at] ?? 0
      const next = node.children.get(spaceLike(unit) ? space : unit)
      if (!next) break
      at++
      if (spaceLike(unit)) while (at < units.length && at - start < 80 && spaceLike(units[at] ?? 0)) at++
      node = next
      if (node.kind !== null) best = { kind: node.kind, start, end: at }
      else if (node.wholeWordKind !== null && !continuesWord(units[at] ?? 0))
        best = { kind: node.wholeWordKind, start, end: at }
    }
    return best
  }
}

/** A text as numbers, and the places in it where a phrase may begin: `starts`, of which the first `count` are filled. */
export interface TextUnits {
  units: Uint16Array
  starts: Uint32Array
  count: number
}

/** Looks where words begin; once for all tries that search the text. */
export function textUnits(folded: string): TextUnits {
  const units = unitsOf(folded)
  const starts = new Uint32Array(units.length)
  let count = 0
  let isInWord = false
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] ?? 0
    if (wordUnits[unit] === 0) {
      isInWord = false
      continue
    }
    if (!isInWord || (unit >= 0x590 && beginsAnywhere(unit))) starts[count++] = at
    isInWord = true
  }
  return { units, starts, count }
}

// Numbers of an array are read several times as fast as characters of a string.
function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.allocUnsafeSlow(text.length * 2)
  bytes.write(text, 'utf16le')
  return new Uint16Array(bytes.buffer)
}

/** A mark of three units; behind a space nothing counts, since a text may have more of them than the phrase. */
function beginningAt(units: Uint16Array, at: number): number {
  const second = units[at + 1] ?? 0
  const third = units[at + 2] ?? 0
  const head = (units[at] ?? 0) * 961
  if (spaceLike(second)) return (head + space * 31) & 0xffff
  return (head + second * 31 + (spaceLike(third) ? space : third)) & 0xffff
}

function newNode<Kind>(): Node<Kind> {
  return { children: new Map(), kind: null, wholeWordKind: null }
}

const spaceLike = (unit: number): boolean => unit === space || unit === 0x0a || unit === 0x09 || unit === 0x2d

const isAsciiAlphanumeric = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a)

const isWordUnitByRange = (unit: number): boolean =>
  isAsciiAlphanumeric(unit) ||
  (unit >= 0xaa &&
    !(unit >= 0x2000 && unit <= 0x206f) &&
    !(unit >= 0x3000 && unit <= 0x3020) &&
    unit !== 0xab &&
    unit !== 0xbb &&
    unit !== 0xb7)

const continuesWord = (unit: number): boolean =>
  !(unit >= 0x30 && unit <= 0x39) && isWordUnit(unit) && !beginsAnywhere(unit)

/** Hebrew, Arabic, Thai, kana, Han, Hangul. */
export const beginsAnywhere = (unit: number): boolean =>
  (unit >= 0x0590 && unit <= 0x06ff) ||
  (unit >= 0x0e00 && unit <= 0x0e7f) ||
  (unit >= 0x3021 && unit <= 0x9fff) ||
  (unit >= 0xac00 && unit <= 0xd7a3)

// Every character of every mail is asked about: a look at a table is several times as fast as the ranges.
const wordUnits = Uint8Array.from({ length: 0x10000 }, (_, unit) => (isWordUnitByRange(unit) ? 1 : 0))

/** Letters, marks and digits; above ASCII whatever is not plainly punctuation. */
export const isWordUnit = (unit: number): boolean => wordUnits[unit] === 1
