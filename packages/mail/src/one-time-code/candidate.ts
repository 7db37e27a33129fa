/** A stretch of a text; `end` stands behind it. */
export interface Span {
  start: number
  end: number
}

/** What might be a code: where it stands, its canonical form, and what its shape says. */
export interface Candidate extends Span {
  code: string
  /** `loose`: groups of unequal length, which only codes that are plainly announced have. */
  form: 'digits' | 'grouped' | 'loose' | 'mixed' | 'letters'
  /** Nothing else on its line or in its table cell. */
  isAlone: boolean
  /** Behind a number sign, which numbers of orders and tickets have more often. */
  hasHash: boolean
  /** With a number sign behind it, as telephones want it. */
  endsInHash: boolean
  /** Behind two or three letters and a hyphen, as numbers of cases have them more often than codes. */
  hasPrefix: boolean
  /** Behind an abbreviation that numbers of other sorts have: `ID`, `Nr.`, `Ref.`. */
  hasMark: boolean
  /** In the last line of a message for browsers: `@host #code`. */
  isBound: boolean
}
