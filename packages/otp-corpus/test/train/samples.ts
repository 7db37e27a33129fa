import { readFileSync } from 'node:fs'
import { type CodeReader, type CodeSource, createCodeReader } from '@inlet/mail'
import { readCorpus } from '../../src/score/read-corpus.ts'

type Groups = ReturnType<CodeReader['sample']>[number]['mail']

/** A mail of which it is known whether it has a code. */
export interface KnownMail extends CodeSource {
  code: string | null
}

const testCases = new URL('../../../mail/src/one-time-code/test-cases/', import.meta.url)
const testFiles = ['with-code', 'with-code-by-language', 'without-code', 'without-code-by-language']

/** All mails that may be learned from: the development mails of the corpus, and the short ones of the extractor's tests. */
export function knownMails(): KnownMail[] {
  const ofCorpus = readCorpus('plain', 'oblique').map(({ entry, mail: { subject, text, html } }) => {
    return { subject, text, html: html ?? undefined, code: entry.otp }
  })
  return [...ofCorpus, ...testFiles.flatMap(mailsOfTests)]
}

function mailsOfTests(name: string): KnownMail[] {
  const cases: { subject: string; body: string; code?: string }[] = JSON.parse(
    readFileSync(new URL(`${name}.json`, testCases), 'utf8'),
  )
  return cases.map(({ subject, body, code = null }) => ({ subject, text: body, code }))
}

/** A line for the fit: what a classifier sees, whether it is right, and how much it counts. */
export interface FitLine {
  classifier: 'mail' | 'around'
  label: boolean
  weight: number
  /** The buckets of each place. */
  places: number[][]
}

/**
 * What the classifiers are to learn from mails: of each view, whether the mail has a code, and of each number, whether it
 * is the code. A mail counts as much with two views as with one; in one with many other numbers each of them counts less.
 */
export function* fitLines(mails: readonly KnownMail[]): Generator<FitLine> {
  const reader = createCodeReader()
  for (const { code, ...source } of mails) {
    const views = reader.sample(source)
    for (const { mail: wording, candidates } of views) {
      const weight = 1 / views.length
      yield { classifier: 'mail', label: code !== null, weight, places: listed(wording) }
      for (const candidate of candidates) {
        const label = candidate.code === code
        const share = label ? 1 : Math.sqrt(candidates.length)
        yield { classifier: 'around', label, weight: weight / share, places: listed(candidate.around) }
      }
    }
  }
}

const listed = ({ buckets, ends }: Groups): number[][] =>
  ends.map((end, index) => [...buckets.subarray(ends[index - 1] ?? 0, end)])
