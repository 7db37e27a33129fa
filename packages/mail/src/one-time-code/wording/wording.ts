import type { Candidate } from '../candidates/candidate.ts'
import type { PlaceInLetter } from '../scoring/score-candidates.ts'
import type { Span } from '../spans.ts'
import type { ViewText } from '../view/mail-view.ts'
import { GramClassifier } from './gram-classifier.ts'
import { type GramGroups, GramReader } from './gram-groups.ts'
import weights from './weights.json' with { type: 'json' }

/** What the wording of a view says of a number in it. */
export interface WordingPoints {
  points: number
  /** For the reason: `likely-wording` or `unlikely-wording`; `''` below five points. */
  feature: string
}

/** Judges the numbers of one view. */
export interface Judge {
  of: (number: Span) => WordingPoints
  /** The points of a number in a letter that shows some features: 0 or more where it is the code. */
  inLetter: (number: Span, features: readonly string[]) => number
}

/** A view as the classifiers see it; what they are fitted to. */
export interface WordingSample {
  mail: GramGroups
  candidates: { code: string; around: GramGroups }[]
  /** The numbers of a letter, with what the letter shows of each. */
  inLetter: { code: string; around: GramGroups; features: string[] }[]
}

// How the classifiers and the score of the phrases are weighed: fitted to mails that neither had seen.
const [aroundPoints, mailPoints, constantPoints] = [8, 20, 10]
/** How much more likely than not a number in a letter has to be the code, as a logarithm of odds; ten points are 1. */
const letterMargin = 1.5
const letterPoints = 10
const letterWeights: ReadonlyMap<string, number> = new Map(Object.entries(weights.letter.features))
/** So much at most: whatever the wording, plain phrases decide. */
export const maxWordingPoints = 40
/** What stands around a number is little text: however plain it seems, it counts no more than this. */
const [leastAround, mostAround] = [-2.5, 3]
/** A mail that is about codes can hold other numbers, too, and one that is about others a code. */
const [leastOfMail, mostOfMail] = [-2, 1.5]
const minNamedPoints = 5

/**
 * Judges a number by the wording of its mail as a whole and of what stands around it, whether or not the lexicon knows the phrase: two
 * logistic regressions over groups of four characters. A third one weighs both with what a letter shows of the number. All are fitted by
 * `npm run otp:train`.
 */
export class Wording {
  readonly #grams = new GramReader()
  readonly #around = new GramClassifier(weights.around)
  readonly #mail = new GramClassifier(weights.mail)

  /** Judges the numbers of one view. */
  judge(view: ViewText): Judge {
    let ofMail: number | undefined
    const oddsOf = (number: Span): { around: number; mail: number } => {
      ofMail ??= this.#mail.logOdds(this.#grams.readMail(view))
      const around = this.#around.logOdds(this.#grams.readAround(view, number))
      return {
        around: Math.max(leastAround, Math.min(mostAround, around)),
        mail: Math.max(leastOfMail, Math.min(mostOfMail, ofMail)),
      }
    }
    return {
      of: (number) => {
        const { around, mail } = oddsOf(number)
        const sum = aroundPoints * around + mailPoints * mail + constantPoints
        const points = Math.max(-maxWordingPoints, Math.min(maxWordingPoints, sum))
        return { points, feature: featureOf(points) }
      },
      inLetter: (number, features) => {
        const { around, mail } = oddsOf(number)
        const { letter } = weights
        const shown = features.reduce((sum, feature) => sum + (letterWeights.get(feature) ?? 0), 0)
        const odds = letter.intercept + letter.around * around + letter.mail * mail + shown
        return letterPoints * (odds - letterMargin)
      },
    }
  }

  /** What the classifiers would see of a view. */
  sample(view: ViewText, candidates: readonly Candidate[], inLetter: readonly PlaceInLetter[]): WordingSample {
    const aroundOf = (number: Span): GramGroups => copyOf(this.#grams.readAround(view, number))
    return {
      mail: copyOf(this.#grams.readMail(view)),
      candidates: candidates.map((candidate) => ({ code: candidate.code, around: aroundOf(candidate) })),
      inLetter: inLetter.map(({ candidate, features }) => ({
        code: candidate.code,
        around: aroundOf(candidate),
        features,
      })),
    }
  }
}

const copyOf = ({ buckets, ends }: GramGroups): GramGroups => ({ buckets: buckets.slice(0, ends.at(-1)), ends })

function featureOf(points: number): string {
  if (Math.abs(points) < minNamedPoints) return ''
  return points > 0 ? 'likely-wording' : 'unlikely-wording'
}
