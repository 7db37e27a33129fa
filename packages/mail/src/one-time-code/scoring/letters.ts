import { styleBits } from '../../html/text-style.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { NamedPlace } from './feature.ts'
import { isIntroducedByLabel, isUnpronounceable } from './plain-label.ts'

const nearProximity = 44

/**
 * Capitals alone may be any word, above all that of a button: those that can be pronounced stand alone and large, a label leads to them
 * with a colon or a verb, and neither the rest of the mail nor the lexicon has the word.
 */
export function areLettersNamed(place: NamedPlace): boolean {
  const { context, candidate, base } = place
  const { code, start, end, isAlone } = candidate
  const look = context.view.styleAt(start)
  if ((look & styleBits.isLink) !== 0) return false
  if (isAlone && base.proximity >= nearProximity && end - start > code.length)
    return base.isStrong || context.features.has('intent')
  if (!base.isDirect || isKeyword(context, candidate)) return false
  if (isUnpronounceable(code) && (isAlone ? base.isStrong || base.isPlain : base.isPlain)) return true
  if (!isIntroducedByLabel(place) || isElsewhere(place)) return false
  return base.isStrong && isAlone && (look & (styleBits.isLarge | styleBits.isSpaced)) !== 0
}

/** `LOGIN`, `VERIFY`: buttons. */
const isKeyword = ({ keywords }: ExtractionContext, { start }: Span): boolean =>
  [keywords.labels, keywords.intent, keywords.enter, keywords.field].some(
    (phrases) => phrases[firstIndexFrom(phrases, start)]?.start === start,
  )

/** The name of the sender stands in more places than those that a label leads to. */
function isElsewhere({ context, candidate: { code } }: NamedPlace): boolean {
  const named = context.candidates.filter(
    (candidate) => candidate.code === code && isIntroducedByLabel({ context, candidate }),
  )
  return context.features.countOf(code, named.length + 1) > named.length
}
