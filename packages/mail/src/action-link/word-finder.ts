import type { PhraseAutomaton } from '../one-time-code/keywords/phrase-automaton.ts'
import { TextNormalizer } from '../one-time-code/view/normal-text.ts'
import type { Work } from '../text/work.ts'
import { loadActionWords, type WordKind, type WordMatch } from './action-words.ts'

/** The words of actions in a text, from its first to its last. */
export interface FoundWords {
  /** As it was searched: normalised. */
  text: string
  matches: WordMatch[]
}

/** Between two texts: phrases end at it, since sentences do. */
const gap = '\n. '

/** Finds the words of actions in many short texts at once: each search by itself would cost more than its text. */
export class WordFinder {
  readonly #normalizer = new TextNormalizer()
  readonly #words: PhraseAutomaton<WordKind>

  constructor() {
    this.#words = loadActionWords(this.#normalizer)
  }

  find(texts: readonly string[], work: Work): FoundWords[] {
    const { plain, folded, origins } = this.#normalizer.normalize(texts.join(gap))
    const matches = this.#words
      .in(folded)
      .find([{ start: 0, end: folded.length }], work)
      .flat()
      .sort((one, other) => one.start - other.start || other.end - one.end)
    let origin = 0
    let at = 0
    let next = 0
    return texts.map((text) => {
      const start = at
      origin += text.length
      const end = placeOf(origins, origin, plain.length)
      origin += gap.length
      at = placeOf(origins, origin, plain.length)
      const own: WordMatch[] = []
      for (; next < matches.length; next++) {
        const match = matches[next]
        if (!match || match.start >= at) break
        own.push({ kind: match.kind, start: match.start - start, end: match.end - start })
      }
      return { text: plain.slice(start, end), matches: own }
    })
  }
}

/** Where a place of the original stands in the normalised text, from which characters are missing. */
function placeOf(origins: Uint32Array | null, place: number, length: number): number {
  if (origins === null) return place
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((origins[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}
