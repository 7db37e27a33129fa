import type { Work } from '../../text/work.ts'
import { continuesWord, isSpaceLike, isWordUnit, mayBeginInWord } from '../view/characters.ts'
import type { TextNormalizer } from '../view/normal-text.ts'
import { buildPhraseTree, type PhraseTree } from './phrase-tree.ts'

/** A phrase found in a text; `end` stands behind it. */
export interface PhraseMatch<Kind> {
  kind: Kind
  start: number
  end: number
}

const space = 0x20
const maxSpaces = 80
/** Each has two bits of a 32-bit mark. */
const maxKinds = 16
const none = 0

/**
 * Finds phrases of many kinds in one pass over a folded text. A phrase begins where a word begins and may go on in the last word
 * (stems), unless it is written with `$` at its end; with `*` at its beginning it may be the tail of a longer word; in scripts
 * without spaces between words it begins anywhere. Any white space and hyphens count as one space. Matches of one kind do not overlap: the one
 * that begins first wins, then the longest. A walk ends with the longest phrase, so the time is linear.
 */
export class PhraseAutomaton<Kind extends string> {
  readonly #kinds: Kind[]
  readonly #tree: PhraseTree

  /** @throws RangeError for more than 16 kinds */
  constructor(phrases: ReadonlyMap<Kind, readonly string[]>, normalizer: TextNormalizer) {
    if (phrases.size > maxKinds) throw new RangeError(`${phrases.size} kinds of phrases, at most ${maxKinds} have room`)
    this.#kinds = [...phrases.keys()]
    const marks = [...phrases.values()].flatMap((list, kind) => list.map(() => 1 << (kind * 2)))
    const { folded } = normalizer.normalize([...phrases.values()].flat().join('\n'))
    this.#tree = buildPhraseTree(folded, marks)
  }

  /** The matches of each kind, in the order of the kinds and then of the text. */
  find(text: Uint16Array, work: Work): PhraseMatch<Kind>[][] {
    const search = new Search<Kind>(this.#kinds)
    const { words, tails } = this.#tree
    let isInWord = false
    for (let at = 0; at < text.length; at++) {
      const unit = text[at] ?? 0
      if (!isWordUnit(unit)) {
        isInWord = false
        if (unit < 0x80) continue
      }
      const isStart = !isInWord || mayBeginInWord(unit)
      const node = isStart ? words.at(text, at) : tails.at(text, at)
      if (node !== none) work.steps += this.#walk(text, { at, node, search })
      // A character of a script without spaces ends the word: what follows in another script begins one.
      isInWord = isWordUnit(unit) && !mayBeginInWord(unit)
    }
    work.steps += text.length
    return search.matches
  }

  /** Follows the text from `at`, whose unit has led to `node`, and records the phrases that end on the way; returns the number of steps. */
  #walk(
    text: Uint16Array,
    { at: start, node: root, search }: { at: number; node: number; search: Search<Kind> },
  ): number {
    const { children, units, marks } = this.#tree
    let node = root
    let at = start + 1
    search.begin(start)
    for (;;) {
      const ends = marks[node] ?? 0
      if (ends !== 0) this.#record(ends, { at, isWhole: !continuesWord(text[at] ?? 0), search })
      if (at >= text.length) break
      const isSpace = isSpaceLike(text[at] ?? 0)
      const unit = isSpace ? space : (text[at] ?? 0)
      const last = children[node + 1] ?? 0
      node = children[node] ?? 0
      while (node < last && (units[node] ?? 0) < unit) node++
      if (node >= last || units[node] !== unit) break
      at++
      if (isSpace) while (at - start < maxSpaces && isSpaceLike(text[at] ?? 0)) at++
    }
    search.finish()
    return at - start
  }

  #record(ends: number, { at, isWhole, search }: { at: number; isWhole: boolean; search: Search<Kind> }): void {
    for (let kind = 0; kind < this.#kinds.length; kind++) {
      const marks = (ends >>> (kind * 2)) & 3
      if (marks !== 0 && (marks !== 2 || isWhole)) search.record(kind, at)
    }
  }
}

/** The matches of a text so far, and those of the current walk. */
class Search<Kind> {
  readonly matches: PhraseMatch<Kind>[][]
  readonly #kinds: Kind[]
  /** Where the last match of each kind ends. */
  readonly #freeFrom: number[]
  /** Where the longest phrase of each kind ends, 0 for none. */
  readonly #ends: number[]
  #start = 0
  #hasEnds = false

  constructor(kinds: Kind[]) {
    this.#kinds = kinds
    this.matches = kinds.map(() => [])
    this.#freeFrom = kinds.map(() => 0)
    this.#ends = kinds.map(() => 0)
  }

  begin(start: number): void {
    this.#start = start
  }

  record(kind: number, end: number): void {
    if (this.#start < (this.#freeFrom[kind] ?? 0)) return
    this.#ends[kind] = end
    this.#hasEnds = true
  }

  finish(): void {
    if (!this.#hasEnds) return
    this.#hasEnds = false
    for (const [index, kind] of this.#kinds.entries()) {
      const end = this.#ends[index] ?? 0
      if (end === 0) continue
      this.matches[index]?.push({ kind, start: this.#start, end })
      this.#freeFrom[index] = end
      this.#ends[index] = 0
    }
  }
}
