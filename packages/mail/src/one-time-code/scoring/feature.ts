import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import type { KeywordMatch, LabelMatch } from '../keywords/keyword.ts'
import type { Span } from '../spans.ts'
import type { NearbyKeyword, NearbyLabel } from './nearby-keywords.ts'

/** A number in its place in a view. */
export interface Place {
  context: ExtractionContext
  candidate: Candidate
  /** The labels around it: those before it, nearest first, and those behind it. */
  before: NearbyLabel[]
  after: NearbyLabel[]
  /** The label of its row, for a number that is alone in its cell. */
  row: Span | null
}

/** The keyword that names a number, or the number itself where its place or form does. */
export interface Evidence extends Span {
  /** How plainly the keyword refers to the number; 0 where there is none. */
  proximity: number
  /** The keyword names a one-time code. */
  isStrong: boolean
  isBefore: boolean
  /** No unrelated words stand between. */
  isLinked: boolean
}

/** Something that names a number; of several the strongest counts. */
export interface Naming {
  name: string
  points: number | ((place: Place, evidence: Evidence) => number)
  when: (place: Place) => readonly Evidence[]
}

/** A naming of a number, with its points. */
export interface Name extends Evidence {
  name: string
  points: number
}

/** What the words around a number make of it: its strongest name, less the points that a label of another number takes. */
export interface BaseScore {
  points: number
  /** The feature's name, for the reason; `''` where there is none. */
  feature: string
  /** A label of codes stands right at it. */
  isDirect: boolean
  isStrong: boolean
  isLinked: boolean
  /** A label says in so many words that it is the code. */
  isPlain: boolean
  /** Points that a negative label took away. */
  penalty: number
  proximity: number
}

/** A number in its place, with what names it. */
export interface NamedPlace extends Place {
  base: BaseScore
  /** It is the only number far and wide, and no word of the mail is known. */
  isLone: boolean
  /** A number stands alone or right at a label. */
  hasNumber: boolean
  /** The view has no other candidate. */
  isOnly: boolean
  /** The mail says that it is over. */
  isSuperseded: boolean
}

/** A feature of a number or its mail, and what it adds to the score or takes from it. */
export interface Feature {
  name: string
  points: number | ((place: NamedPlace) => number)
  when: (place: NamedPlace) => boolean
  /** It counts for every place of the same code: an order number in one place is an order number everywhere. */
  isOfCode?: true
  /** It shows what the number is instead, so that the wording is not asked. */
  isDecisive?: true
}

/** The evidence of a keyword near the number. */
export const keywordEvidence = ({
  match,
  isBefore,
  isLinked,
  proximity,
}: NearbyKeyword<LabelMatch | KeywordMatch>): Evidence => ({
  proximity,
  isBefore,
  isLinked,
  isStrong: 'kind' in match && match.kind === 'strong',
  start: match.start,
  end: match.end,
})

/** Evidence that is no label near the number. */
export const unlabelled = ({ start, end }: Span, known: Partial<Evidence> = {}): Evidence => ({
  proximity: 0,
  isStrong: false,
  isBefore: false,
  isLinked: false,
  start,
  end,
  ...known,
})

/** A number of digits alone, in one group or in several alike. */
export const isNumber = ({ form }: Candidate): boolean => form === 'digits' || form === 'grouped'

/** Whether the strongest name begins with one of some names. */
export const isNamedBy = ({ feature }: BaseScore, ...names: string[]): boolean =>
  names.some((name) => feature.startsWith(name))
