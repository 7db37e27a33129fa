import { readFileSync } from 'node:fs'
import type { CodeSource } from '@inlet/mail'
import { isLearned, readShortMails } from './people/people-lists.ts'
import { readCorpus } from './score/read-corpus.ts'

/** A mail of which it is known whether it has a code. */
export interface KnownMail extends CodeSource {
  code: string | null
  /** As many mails as it counts for; one where it is not set. */
  weight?: number
}

const testCases = new URL('../../mail/src/one-time-code/test-cases/', import.meta.url)
const testFiles = ['with-code', 'with-code-by-language', 'without-code', 'without-code-by-language']
const plainCode = '482913'

const readCases = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, testCases), 'utf8'))

/** Few mails of the corpus are letters. */
const letterWeight = 4

/** All mails that may be learned from: the development mails of the corpus, letters, and the short mails of the extractor's tests. */
export function knownMails(): KnownMail[] {
  const ofCorpus = readCorpus('plain', 'oblique').map(({ entry, mail: { subject, text, html } }) => {
    return { subject, text, html: html ?? undefined, code: entry.otp }
  })
  return [...ofCorpus, ...testMails(), ...letters()]
}

/** The short mails by people that may be learned from. */
export const letters = (): KnownMail[] =>
  readShortMails()
    .filter(isLearned)
    .map(({ subject, text = '', html, code }) => ({ subject, text, html, code, weight: letterWeight }))

/** The short mails of the extractor's tests. */
export const testMails = (): KnownMail[] =>
  testFiles.flatMap((name) => {
    const cases: { subject: string; body: string; code?: string }[] = readCases(name)
    return cases.map(({ subject, body, code = null }) => ({ subject, text: body, code }))
  })

/** The plainest sentences with a code in each language. */
export function plainMails(): KnownMail[] {
  const languages: Record<string, Record<string, string>> = readCases('plain-labels')
  const sentences = Object.values(languages).flatMap((plain) => Object.values(plain))
  return sentences.map((text) => ({ subject: 'Orbit', text: text.replace('N', plainCode), code: plainCode }))
}
