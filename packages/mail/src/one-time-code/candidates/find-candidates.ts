import type { Work } from '../../text/work.ts'
import { findKeywords } from '../keywords/find-keywords.ts'
import { isCodeLabel, type KeywordKind, type KeywordMatches } from '../keywords/keyword.ts'
import type { Lexicon } from '../keywords/lexicon.ts'
import type { PhrasesInText } from '../keywords/phrase-automaton.ts'
import type { WordPatterns } from '../keywords/word-patterns.ts'
import type { Span } from '../spans.ts'
import type { ViewText } from '../view/mail-view.ts'
import type { Candidate } from './candidate.ts'
import { type CodeShape, standsAlone } from './code-shapes.ts'
import { isBoundCode, type OtherNumber, otherNumberAt } from './excluded-numbers.ts'
import { maxScored, nearestFirst } from './nearest-to-labels.ts'
import { shapesInText } from './shapes-in-text.ts'
import { spansAround } from './spans-around.ts'

/** Of more numbers only those near words for codes are looked at. */
const maxNumbers = 100

/** What the search for candidates needs beside the text. */
export interface CandidateSearch {
  lexicon: Lexicon
  work: Work
  /** The phrases of the folded text, for whoever asks for them later, too. */
  phrases?: PhrasesInText<KeywordKind>
  /** Gets what the numbers are that are left out. */
  others?: OtherNumber[] | undefined
}

/**
 * Finds what could be a code, in the order of the text; what is plainly part of a table, date, price, phone number or address is left
 * out. Of more than a hundred numbers those nearest to words for codes are taken.
 */
export function findCandidates(
  { plain, folded, subjectEnd }: Pick<ViewText, 'plain' | 'folded' | 'subjectEnd'>,
  { lexicon: { automaton, patterns }, work, phrases = automaton.in(folded), others }: CandidateSearch,
): Candidate[] {
  const keywordsIn = (spans: Span[]): KeywordMatches => findKeywords({ plain, phrases, spans }, patterns, work)
  const labelsFrom = (span: Span): number[] =>
    keywordsIn([span])
      .labels.filter((label) => isCodeLabel(label) && label.kind !== 'number')
      .map(({ start }) => start)
  const otherOf = (shape: CodeShape): OtherNumber | null =>
    otherNumberAt(plain, { ...shape, isAlone: standsAlone(plain, shape) }, patterns)
  const isTaken = (groups: CodeShape): boolean => otherOf(groups) !== null

  const shapes = shapesInText({ plain, folded }, { isTaken, labelsFrom }, work).map((shape) => ({
    ...shape,
    isBound: isBoundCode(plain, shape),
  }))
  const isMany = shapes.length > maxNumbers
  const spans = isMany ? spansAround(shapes, { subjectEnd, length: plain.length }) : []
  const found: Candidate[] = []
  for (const shape of isMany ? nearestFirst(shapes, { keywords: keywordsIn(spans), subjectEnd }) : shapes) {
    if (isMany && found.length >= maxScored) break
    const other = shape.isCertain === true || shape.isBound ? null : otherOf(shape)
    if (other === null) found.push(candidateOf(plain, shape, patterns))
    else others?.push(other)
  }
  return found.sort((one, other) => one.start - other.start)
}

function candidateOf(
  plain: string,
  { start, end, code, form, isBound }: CodeShape & Pick<Candidate, 'isBound'>,
  { referenceMark }: WordPatterns,
): Candidate {
  return {
    start,
    end,
    code,
    form,
    isAlone: standsAlone(plain, { start, end }),
    hasHash: plain[start - 1] === '#',
    endsInHash: plain[end] === '#',
    hasPrefix: form === 'digits' && code.length > 4 && plain[start + 1] === '-',
    hasMark: referenceMark.test(plain.slice(Math.max(0, start - 12), start)),
    isBound,
  }
}
