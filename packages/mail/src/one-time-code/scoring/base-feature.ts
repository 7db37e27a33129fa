import type { KeywordMatch, LabelMatch } from '../keywords/keyword.ts'
import type { Span } from '../spans.ts'
import type { NearbyKeyword } from './nearby-keywords.ts'

/** A feature that makes a candidate the code, with its points; of several the strongest gives the base score. */
export interface BaseFeature extends Span {
  /** For the reason. */
  name: string
  points: number
  /** How plainly the keyword of the feature refers to the candidate; 0 where it has none. */
  proximity: number
  /** The keyword names a one-time code. */
  isStrong: boolean
  isBefore: boolean
  isLinked: boolean
}

/** A feature without its name and points. */
export type UnscoredFeature = Omit<BaseFeature, 'name' | 'points'>

/** The feature of a keyword near the candidate. */
export const keywordFeature = ({
  match,
  isBefore,
  isLinked,
  proximity,
}: NearbyKeyword<LabelMatch | KeywordMatch>): UnscoredFeature => ({
  proximity,
  isBefore,
  isLinked,
  isStrong: false,
  start: match.start,
  end: match.end,
})

/** A feature that is no keyword near the candidate. */
export const unlabelled = ({ start, end }: Span): UnscoredFeature => ({
  proximity: 0,
  isStrong: false,
  isBefore: false,
  isLinked: false,
  start,
  end,
})
