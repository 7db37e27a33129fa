import { styleBits } from '../html/text-style.ts'
import type { Candidate } from './candidate.ts'
import type { Scene } from './scene.ts'
import type { Support } from './support.ts'

/** More numbers set apart than this are a table. */
const maxAlone = 2
const loudBits = styleBits.isLarge | styleBits.isSpaced

/** A number that the mail shows off needs no label beside it, if the mail is about a code; null where that does not hold. */
export function isShownOff(
  { tone, view, candidates }: Scene,
  candidate: Candidate,
  { support, isOnly }: { support: Support; isOnly: boolean },
): Support | null {
  const isShown = candidate.isAlone && candidate.start > view.subjectEnd && candidate.form !== 'letters'
  if (!isShown || support.points <= -30) return null
  const isFirst = candidates.find(({ start }) => start > view.subjectEnd) === candidate && !tone.isAboutElse
  const as = (points: number, ground: string): Support => ({ ...support, points: points + support.points, ground })
  if (tone.hasStrongInSubject) return as(32, 'subject')
  if (candidates.filter(({ start, isAlone }) => isAlone && start > view.subjectEnd).length > maxAlone) return null
  const isLoud = isOnly || (view.lookAt(candidate.start) & loudBits) !== 0
  if (!isLoud && !isFirst) return null
  if (tone.hasStrong || tone.hasLabelInSubject) return as(28, 'shown')
  if (tone.signs >= 2) return as(24, 'shown')
  return tone.signs === 1 && tone.negatives <= 2 && candidate.form !== 'mixed' ? as(20, 'shown') : null
}
