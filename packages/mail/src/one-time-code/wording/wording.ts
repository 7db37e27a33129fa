import type { Candidate } from '../candidates/candidate.ts'
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

/** A view as the classifiers see it; what they are fitted to. */
export interface WordingSample {
  mail: GramGroups
  candidates: { code: string; around: GramGroups }[]
}

// How the classifiers and the score of the phrases are weighed: fitted to mails that neither had seen.
const [aroundPoints, mailPoints, constantPoints] = [8, 20, 18]
/** So much at most: whatever the wording, plain phrases decide. */
export const maxWordingPoints = 40
/** What stands around a number is little text: however plain it seems, it counts no more than this. */
const [leastAround, mostAround] = [-2.5, 3]
/** A mail that is about codes can hold other numbers, too, and one that is about others a code. */
const [leastOfMail, mostOfMail] = [-2, 1.5]
const minNamedPoints = 5

/**
 * Judges a number by the wording of its mail as a whole and of what stands around it, whether or not the lexicon knows the phrase: two
 * logistic regressions over groups of four characters, fitted to the development mails of the corpus by `npm run otp:train`.
 */
export class Wording {
  readonly #grams = new GramReader()
  readonly #around = new GramClassifier(weights.around)
  readonly #mail = new GramClassifier(weights.mail)

  /** A function that judges the numbers of one view. */
  of(view: ViewText): (number: Span) => WordingPoints {
    let ofMail: number | undefined
    return (number) => {
      ofMail ??= this.#mail.logOdds(this.#grams.readMail(view))
      const around = this.#around.logOdds(this.#grams.readAround(view, number))
      const sum =
        aroundPoints * Math.max(leastAround, Math.min(mostAround, around)) +
        mailPoints * Math.max(leastOfMail, Math.min(mostOfMail, ofMail)) +
        constantPoints
      const points = Math.max(-maxWordingPoints, Math.min(maxWordingPoints, sum))
      return { points, feature: featureOf(points) }
    }
  }

  /** What the classifiers would see of a view. */
  sample(view: ViewText, candidates: readonly Candidate[]): WordingSample {
    return {
      mail: copyOf(this.#grams.readMail(view)),
      candidates: candidates.map((candidate) => ({
        code: candidate.code,
        around: copyOf(this.#grams.readAround(view, candidate)),
      })),
    }
  }
}

const copyOf = ({ buckets, ends }: GramGroups): GramGroups => ({ buckets: buckets.slice(0, ends.at(-1)), ends })

function featureOf(points: number): string {
  if (Math.abs(points) < minNamedPoints) return ''
  return points > 0 ? 'likely-wording' : 'unlikely-wording'
}
