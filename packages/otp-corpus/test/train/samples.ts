import { type CodeReader, createCodeReader } from '@inlet/mail'
import type { KnownMail } from '../../src/known-mails.ts'

type Groups = ReturnType<CodeReader['sample']>[number]['mail']

/** A line for the fit: what a classifier sees, whether it is right, and how much it counts. */
export interface FitLine {
  classifier: 'mail' | 'around' | 'letter'
  label: boolean
  weight: number
  /** The buckets of each place. */
  places: number[][]
  /** The number of its mail: what is judged in a letter must come from classifiers that have not seen it. */
  mail: number
  /** Of a number in a letter, the buckets of its mail and what the letter shows of it. */
  letter?: { mail: number[][]; features: string[] }
}

/**
 * What the classifiers are to learn from mails: of each view, whether the mail has a code, and of each number, whether it
 * is the code. A mail counts as much with two views as with one; in one with many other numbers each of them counts less.
 */
export function* fitLines(mails: readonly KnownMail[]): Generator<FitLine> {
  const reader = createCodeReader()
  for (const [mail, { code, weight: mailWeight = 1, ...source }] of mails.entries()) {
    const views = reader.sample(source)
    for (const { mail: wording, candidates, inLetter } of views) {
      const weight = mailWeight / views.length
      yield { classifier: 'mail', label: code !== null, weight, places: listed(wording), mail }
      for (const candidate of candidates) {
        const label = candidate.code === code
        const share = label ? 1 : Math.sqrt(candidates.length)
        yield { classifier: 'around', label, weight: weight / share, places: listed(candidate.around), mail }
      }
      for (const { code: own, around, features } of inLetter) {
        const letter = { mail: listed(wording), features }
        yield { classifier: 'letter', label: own === code, weight, places: listed(around), mail, letter }
      }
    }
  }
}

const listed = ({ buckets, ends }: Groups): number[][] =>
  ends.map((end, index) => [...buckets.subarray(ends[index - 1] ?? 0, end)])
