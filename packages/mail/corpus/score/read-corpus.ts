import { readFileSync } from 'node:fs'
import { type TakenApart, takeApart } from '../../bin/read-code.ts'
import type { ManifestEntry } from '../corpus-mails.ts'
import manifest from '../manifest.json' with { type: 'json' }

/** A mail of the corpus as it lies in its file, taken apart. */
export interface FiledMail {
  entry: ManifestEntry
  mail: TakenApart
}

const corpusFolder = new URL('../', import.meta.url)

/** The bytes of a mail of the corpus. */
export const corpusBytes = ({ file }: ManifestEntry): Buffer => readFileSync(new URL(file, corpusFolder))

/** Reads all mails of the corpus, or those of one split, in the order of the manifest. */
export function readCorpus(split: 'all' | 'development' | 'held-out'): FiledMail[] {
  return manifest
    .filter(({ isHeldOut }) => split === 'all' || isHeldOut === (split === 'held-out'))
    .map((entry) => ({ entry, mail: takeApart(corpusBytes(entry)) }))
}
