import type { MailFeatures } from '../extraction-context.ts'
import type { LabelKind } from '../keywords/keyword.ts'
import type { Evidence } from './feature.ts'

/** Weights of labels that may name a code, by the number of signals in the mail: intent, expiry, secrecy. */
const weightsBySignals = {
  ambiguous: [0.8, 1.02, 1.1, 1.1],
  weak: [0.5, 0.74, 0.9, 0.96],
  number: [0.2, 0.32, 0.37, 0.4],
} as const

const unlinkedFactors = { ambiguous: 0.8, weak: 0.45, number: 0.45 } as const
/** A label behind a number refers to it more certainly than its proximity says. */
const behindFactors = { ambiguous: 1.5, weak: 1, number: 1.65 } as const
const terseWeight = 0.85
/** The share of its proximity that a label counts: a weak one fully with other signals, and hardly where the mail is about other numbers. */
export function labelWeight(
  kind: LabelKind,
  { isBefore, isLinked }: Pick<Evidence, 'isBefore' | 'isLinked'>,
  features: MailFeatures,
): number {
  const isLoose = isBefore && !isLinked
  if (kind === 'negative') return 0
  if (kind === 'strong')
    return (isBefore ? 0.96 : isLinked ? 1 : 0.85) * (features.isAboutOtherNumbers ? 0.9 : 1) * (isLoose ? 0.8 : 1)
  const bySignals = weightsBySignals[kind][features.signals] ?? 0
  const known = kind !== 'number' && features.isTerse && !isLoose ? Math.max(bySignals, terseWeight) : bySignals
  const positionFactor = isBefore ? (isLoose ? unlinkedFactors[kind] : 1) : behindFactors[kind]
  return known * doubtFactor(features) * positionFactor
}

function doubtFactor(features: MailFeatures): number {
  const { hasStrong, isAboutOtherNumbers, negatives, signals } = features
  if (isAboutOtherNumbers) return features.has('enter') && signals >= 2 ? 0.6 : 0.4
  if (negatives > 0 && negatives >= signals * 2 && !hasStrong) return 0.6
  return features.hasAmounts ? 0.7 : 1
}
