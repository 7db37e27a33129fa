import { readFileSync } from 'node:fs'
import manifest from '../../corpus/manifest.json' with { type: 'json' }
import type { ManifestEntry } from '../generator/corpus-mails.ts'
import { type TakenApart, takeApart } from '../read-code.ts'

/** A mail of the corpus: its file, parsed. */
export interface FiledMail {
  entry: ManifestEntry
  mail: TakenApart
}

const corpusFolder = new URL('../../corpus/', import.meta.url)

/** Whether a mail says its code, or what is none, in words that few senders choose: such mails have gates of their own. */
export const isOblique = ({ kind }: ManifestEntry): boolean => kind === 'oblique'

/** The bytes of a mail of the corpus. */
export const corpusBytes = ({ file }: ManifestEntry): Buffer => readFileSync(new URL(file, corpusFolder))

/** Reads all mails of the corpus, or those of one split, in the order of the manifest. */
export function readCorpus(split: 'all' | 'development' | 'held-out'): FiledMail[] {
  return manifest
    .filter(({ isHeldOut }) => split === 'all' || isHeldOut === (split === 'held-out'))
    .map((entry) => ({ entry, mail: takeApart(corpusBytes(entry)) }))
}
