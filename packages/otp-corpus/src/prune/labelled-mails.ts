import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeSource } from '@inlet/mail'
import { z } from 'zod'
import { corpusMails } from '../generator/corpus-mails.ts'
import { letters, plainMails, testMails } from '../known-mails.ts'
import { sourceOf, takeApart } from '../read-code.ts'
import type { ListedPhrase } from './phrase-lists.ts'

/** A mail of which it is known whether it has a code. */
export interface LabelledMail {
  source: CodeSource
  expected: string | null
  /** Nobody wrote it for the lists, or the lists for it. */
  isIndependent: boolean
  /** It says nothing but a phrase before a number: a test of that phrase, which no mail has for it. */
  isLabel?: boolean
}

const labelledNumber = '482913'

const manifest = z.array(z.object({ file: z.string(), otp: z.string().nullable() }))

/** The mails of the corpus, letters by people, and those of the extractor's tests. No phrase stays for those held back, which would prove nothing any more. */
export function labelledCorpus(): LabelledMail[] {
  const open = corpusMails().filter(({ entry }) => !entry.isHeldOut)
  const mails = open.map(({ entry, bytes }) => ({
    source: sourceOf(takeApart(bytes)),
    expected: entry.otp,
    isIndependent: false,
  }))
  const short = [...testMails(), ...plainMails()].map((mail) => ({ ...mail, isIndependent: false }))
  const byPeople = letters().map((mail) => ({ ...mail, isIndependent: true }))
  return [
    ...mails,
    ...[...short, ...byPeople].map(({ code, isIndependent, ...source }) => ({ source, expected: code, isIndependent })),
  ]
}

/** Each name of a code or of another number as a label, under a subject that says nothing. */
export const labelMails = (phrases: readonly ListedPhrase[]): LabelledMail[] =>
  phrases
    .filter(({ kind }) => kind === 'strong' || kind === 'negative')
    .map(({ kind, phrase }) => ({
      source: { subject: 'Orbit', text: `${phrase.replace(/^\*|\$$/g, '')}: ${labelledNumber}` },
      expected: kind === 'strong' ? labelledNumber : null,
      isIndependent: false,
      isLabel: true,
    }))

/** The mails of a folder whose `manifest.json` names them, as `npm run corpus` writes it. @throws Error where it cannot be read */
export const labelledFolder = (folder: string): LabelledMail[] =>
  manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).map(({ file, otp }) => ({
    source: sourceOf(takeApart(readFileSync(join(folder, file)))),
    expected: otp,
    isIndependent: true,
  }))
