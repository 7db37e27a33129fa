import type { ActionKind } from '@inlet/contract'
import type { Work } from '../text/work.ts'
import { lifetimeIn } from './lifetime.ts'
import { type ActionSource, shownLinks } from './link-candidates.ts'
import { scoreLinks, threshold } from './score-links.ts'
import { WordFinder } from './word-finder.ts'

/** The link for which a mail was sent. */
export interface MailAction {
  /** As written, trimmed, with entities decoded. */
  url: string
  /** Its words on one line; `''` where it is a bare URL. */
  text: string
  kind: ActionKind
  /** How long it works, in seconds from receipt; null where the mail does not plainly say so. */
  lifetimeSeconds: number | null
}

/**
 * Finds the one link for which a mail was sent: to verify an address, to sign in, to reset a password, to accept an invitation, to approve
 * something, to leave a list. Null where there is none, and where two are equally likely. Deterministic, linear; nothing is fetched.
 */
export type ActionExtractor = (source: ActionSource, work?: Work) => MailAction | null

/** Of two links that are closer than this none is taken. */
const clearLead = 4

/** Makes an extractor. It reads the files of all languages, so a thread makes one and keeps it. */
export function createActionReader(): ActionExtractor {
  const finder = new WordFinder()
  return (source, work = { steps: 0 }) => {
    const found = shownLinks(source)
    if (found.links.length === 0) return null
    const scored = scoreLinks(found, source, { finder, work })
    const [best, second] = scored.toSorted((one, other) => other.score - one.score)
    if (!best || best.score < threshold || (second && best.score - second.score < clearLead)) return null
    const { url, text, isBare, start, end } = best.candidate
    const lifetimeSeconds = lifetimeIn(found.body, { start, end }, { finder, work })
    return { url, text: isBare ? '' : text, kind: best.kind, lifetimeSeconds }
  }
}
