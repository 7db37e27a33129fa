import { isSpaceLike, isWordUnit } from './characters.ts'
import type { LabelHit } from './lexicon.ts'

const lineFeed = 0x0a

/**
 * Puts the labels of a text in order and settles those that overlap: the longer has it, but a phrase that names a one-time code always
 * has it over one that may. A weak word that another kind of number is joined to (`gift code`, `Rabattcode`) names that.
 */
export function resolveLabels(folded: Uint16Array, labels: LabelHit[]): LabelHit[] {
  const settled: LabelHit[] = []
  for (const label of labels.sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = settled.at(-1)
    if (!last || label.start >= last.end) settled.push(label)
    else if (hasPrecedence(label, last)) settled[settled.length - 1] = label
  }
  return settled.map((label, index) =>
    label.kind === 'weak' && isJoined(folded, settled[index - 1], label) ? { ...label, kind: 'negative' } : label,
  )
}

function hasPrecedence(label: LabelHit, last: LabelHit): boolean {
  if (label.kind === 'strong' && last.kind !== 'negative') return last.kind !== 'strong' || length(label) > length(last)
  if (last.kind === 'strong' && label.kind !== 'negative') return false
  return length(label) > length(last)
}

const length = ({ start, end }: LabelHit): number => end - start

function isJoined(folded: Uint16Array, before: LabelHit | undefined, { start }: LabelHit): boolean {
  if (before?.kind !== 'negative') return false
  const gap = folded.subarray(before.end, start)
  if (gap.length === 0) return true
  if (gap.length === 1) return gap[0] !== lineFeed && isSpaceLike(gap[0] ?? 0)
  return gap.length < 24 && gap.every((unit) => isWordUnit(unit))
}
