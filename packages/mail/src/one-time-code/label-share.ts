import type { LabelRelation } from './relations.ts'
import type { Tone } from './scene.ts'

/** What labels that may mean a code count, by how many signs of such mails there are: intent, expiry, secrecy. */
const sharesBySigns = {
  ambiguous: [0.8, 1.02, 1.1, 1.1],
  weak: [0.5, 0.74, 0.9, 0.96],
  number: [0.2, 0.32, 0.38, 0.42],
} as const

const unlinkedShares = { ambiguous: 0.8, weak: 0.45, number: 0.45 } as const
/** What stands behind a number speaks of it more surely than its distance tells. */
const behindShares = { ambiguous: 1.5, weak: 1, number: 1.65 } as const
const terseShare = 0.85
/** Of `482913 is your code`, whatever else the mail is about. */
const saidShare = 0.75

/** How much of its reach a label counts: a weak one fully with other signs, and hardly where the mail is about other numbers. */
export function shareOf({ hit, isBefore, isLinked }: LabelRelation, tone: Tone): number {
  const { kind } = hit
  const isLoose = isBefore && !isLinked
  if (kind === 'negative') return 0
  if (kind === 'strong')
    return (isBefore ? 0.96 : isLinked ? 1 : 0.85) * (tone.isAboutElse ? 0.9 : 1) * (isLoose ? 0.8 : 1)
  const share = sharesBySigns[kind][tone.signs] ?? 0
  const known = kind !== 'number' && tone.isTerse && !isLoose ? Math.max(share, terseShare) : share
  const placed = isBefore ? (isLoose ? unlinkedShares[kind] : 1) : behindShares[kind]
  const doubted = known * doubtShare(tone) * placed
  if (isBefore || !isLinked || kind === 'number' || (tone.isAboutElse && kind !== 'ambiguous')) return doubted
  return Math.max(doubted, saidShare)
}

function doubtShare(tone: Tone): number {
  const { hasStrong, isAboutElse, negatives, signs } = tone
  if (isAboutElse) return tone.has('enter') && signs >= 2 ? 0.6 : 0.4
  if (negatives > 0 && negatives >= signs * 2 && !hasStrong) return 0.6
  return tone.hasAmounts ? 0.7 : 1
}
