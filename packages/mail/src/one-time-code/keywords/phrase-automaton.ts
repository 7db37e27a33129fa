import type { Work } from '../../text/work.ts'
import type { Span } from '../spans.ts'
import { continuesWord, isSpaceLike, isWordUnit, mayBeginInWord } from '../view/characters.ts'
import type { TextNormalizer } from '../view/normal-text.ts'
import { buildPhraseTree, firstChild, isEnd, type PhraseTree } from './phrase-tree.ts'

/** A phrase found in a text; `end` stands behind it. */
export interface PhraseMatch<Kind> {
  kind: Kind
  start: number
  end: number
}

const space = 0x20
const maxSpaces = 80
/** Each has a bit of a mark. */
const maxKinds = 32
const none = 0
/** So many children are looked through one by one. */
const fewChildren = 6

/**
 * Finds phrases of many kinds in one pass over spans of a folded text. A phrase begins where a word begins and may go on in the last word
 * (stems), unless it is written with `$` at its end; with `*` at its beginning it may be the tail of a longer word; in scripts
 * without spaces between words it begins anywhere. Any white space and hyphens count as one space. Matches of one kind do not overlap: the one
 * that begins first wins, then the longest. A walk ends with the longest phrase, so the time is linear.
 */
export class PhraseAutomaton<Kind extends string> {
  readonly #kinds: Kind[]
  readonly #tree: PhraseTree

  /** @throws RangeError for more than 32 kinds */
  constructor(phrases: ReadonlyMap<Kind, readonly string[]>, normalizer: TextNormalizer) {
    if (phrases.size > maxKinds) throw new RangeError(`${phrases.size} kinds of phrases, at most ${maxKinds} have room`)
    this.#kinds = [...phrases.keys()]
    const marks = [...phrases.values()].flatMap((list, kind) => list.map(() => 1 << kind))
    const { folded } = normalizer.normalize([...phrases.values()].flat().join('\n'))
    this.#tree = buildPhraseTree(folded, marks)
  }

  /** The phrases of a text; it is read where it is asked about, and once. The text must not change meanwhile. */
  in(text: Uint16Array): PhrasesInText<Kind> {
    return new PhrasesInText(this.#kinds, this.#tree, text)
  }
}

/** So many units are read at once. */
const blockUnits = 256

/** The phrases of one text. */
export class PhrasesInText<Kind extends string> {
  readonly text: Uint16Array
  readonly #kinds: Kind[]
  readonly #tree: PhraseTree
  readonly #search: Search<Kind>
  /** What begins in each block of the text that was read: for each position the longest phrase of each kind. */
  readonly #blocks: Found<Kind>[][] = []

  constructor(kinds: Kind[], tree: PhraseTree, text: Uint16Array) {
    this.#kinds = kinds
    this.#tree = tree
    this.text = text
    this.#search = new Search(kinds, tree, text)
  }

  /**
   * The matches that begin in some spans, which are in order and do not overlap: for each kind, in the order of the kinds, those in the
   * order of the text.
   */
  find(spans: readonly Span[], work: Work): PhraseMatch<Kind>[][] {
    const matches = this.#kinds.map((): PhraseMatch<Kind>[] => [])
    /** Where the last match of each kind ends. */
    const freeFrom = this.#kinds.map(() => 0)
    for (const { start, end } of spans) {
      for (let block = Math.floor(start / blockUnits); block * blockUnits < end; block++) {
        for (const { index, match } of this.#blocks[block] ?? this.#read(block, work)) {
          if (match.start < start || match.start >= end || match.start < (freeFrom[index] ?? 0)) continue
          matches[index]?.push(match)
          freeFrom[index] = match.end
        }
      }
    }
    return matches
  }

  #read(block: number, work: Work): Found<Kind>[] {
    const { text } = this
    const { words, tails } = this.#tree
    const search = this.#search
    const start = block * blockUnits
    const end = Math.min(start + blockUnits, text.length)
    let steps = end - start
    let isInWord = start > 0 && isInnerUnit(text[start - 1] ?? 0)
    for (let at = start; at < end; at++) {
      const unit = text[at] ?? 0
      if (!isWordUnit(unit)) {
        isInWord = false
        if (unit < 0x80) continue
      }
      const isStart = !isInWord || mayBeginInWord(unit)
      const node = isStart ? words.at(text, at) : tails.at(text, at)
      if (node !== none) steps += search.walk(at, node)
      isInWord = isInnerUnit(unit)
    }
    work.steps += steps
    const found = search.taken()
    this.#blocks[block] = found
    return found
  }
}

/** Whether what stands behind a unit continues its word; a character of a script without spaces ends the word. */
const isInnerUnit = (unit: number): boolean => isWordUnit(unit) && !mayBeginInWord(unit)

/** A phrase found at a position, and the place of its kind in the order of the kinds. */
interface Found<Kind> {
  index: number
  match: PhraseMatch<Kind>
}

/** What was found in a part of a text, and the phrases of the current walk. */
class Search<Kind> {
  readonly #kinds: Kind[]
  readonly #tree: PhraseTree
  readonly #text: Uint16Array
  #all: Found<Kind>[] = []
  /** Where the longest phrase of each kind ends. */
  readonly #ends: number[]
  /** A bit for each kind of which the current walk has found a phrase. */
  #found = 0

  constructor(kinds: Kind[], tree: PhraseTree, text: Uint16Array) {
    this.#kinds = kinds
    this.#tree = tree
    this.#text = text
    this.#ends = kinds.map(() => 0)
  }

  /** What was found since this was asked last. */
  taken(): Found<Kind>[] {
    const all = this.#all
    this.#all = []
    return all
  }

  /** Follows the text from `start`, whose unit has led to `root`, and records the phrases that end on the way; returns the number of steps. */
  walk(start: number, root: number): number {
    const text = this.#text
    const { children, stems, wholes } = this.#tree
    let node = root
    let at = start + 1
    for (;;) {
      const entry = children[node] ?? 0
      if (isEnd(entry)) {
        this.#record(stems[node] ?? 0, at)
        if (!continuesWord(text[at] ?? 0)) this.#record(wholes[node] ?? 0, at)
      }
      if (at >= text.length) break
      const isSpace = isSpaceLike(text[at] ?? 0)
      node = this.#childAmong(firstChild(entry), firstChild(children[node + 1] ?? 0), isSpace ? space : (text[at] ?? 0))
      if (node === none) break
      at++
      if (isSpace) while (at - start < maxSpaces && isSpaceLike(text[at] ?? 0)) at++
    }
    if (this.#found !== 0) this.#finish(start)
    return at - start
  }

  /** The node of the children from `first` up to `last` that a unit leads to; 0 for none. */
  #childAmong(first: number, last: number, unit: number): number {
    const { units } = this.#tree
    let low = first
    for (let high = last; high - low > fewChildren; ) {
      const middle = (low + high) >> 1
      if ((units[middle] ?? 0) <= unit) low = middle
      else high = middle
    }
    while (low < last && (units[low] ?? 0) < unit) low++
    return low < last && units[low] === unit ? low : none
  }

  #record(ends: number, at: number): void {
    for (let rest = ends; rest !== 0; ) {
      const kind = 31 - Math.clz32(rest)
      rest &= ~(1 << kind)
      this.#ends[kind] = at
      this.#found |= 1 << kind
    }
  }

  #finish(start: number): void {
    for (let rest = this.#found; rest !== 0; ) {
      const index = 31 - Math.clz32(rest)
      rest &= ~(1 << index)
      const kind = this.#kinds[index]
      const end = this.#ends[index] ?? 0
      if (kind !== undefined) this.#all.push({ index, match: { kind, start, end } })
    }
    this.#found = 0
  }
}
