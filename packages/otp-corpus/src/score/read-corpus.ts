import { type CorpusMail, corpusMails, type ManifestEntry } from '../generator/corpus-mails.ts'
import { type TakenApart, takeApart } from '../read-code.ts'

/** A mail of the corpus, parsed. */
export interface ParsedMail extends CorpusMail {
  mail: TakenApart
}

/** The mails that share gates. `oblique` ones say their code, or what is none, in words that few senders choose. */
export type GatedSet = 'plain' | 'oblique' | 'held-out'

/** The set that a mail belongs to. */
export function gatedSet({ isHeldOut, kind }: ManifestEntry): GatedSet {
  if (isHeldOut) return 'held-out'
  return kind === 'oblique' ? 'oblique' : 'plain'
}

/** All mails of the corpus, or those of some sets, parsed. */
export function readCorpus(...sets: GatedSet[]): ParsedMail[] {
  return corpusMails()
    .filter(({ entry }) => sets.length === 0 || sets.includes(gatedSet(entry)))
    .map(({ entry, bytes }) => ({ entry, bytes, mail: takeApart(bytes) }))
}
