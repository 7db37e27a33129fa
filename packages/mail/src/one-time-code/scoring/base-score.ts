import type { BaseScore, Name, Naming, Place } from './feature.ts'
import { penaltyOf } from './negative-label.ts'
import { isPlainlyNamed } from './plain-label.ts'
import { directProximity } from './proximity.ts'

const bound = {
  points: 70,
  feature: 'bound',
  isDirect: true,
  isStrong: true,
  isLinked: true,
  isPlain: true,
  penalty: 0,
  proximity: 60,
}
const unnamed = { proximity: 0, points: 0, name: '', isStrong: false, isLinked: false }

/** Scores what names a number: the strongest name, less a penalty for the nearest negative label. */
export function baseScoreOf(place: Place, names: readonly Naming[]): BaseScore {
  if (place.candidate.isBound) return bound
  const found = namesOf(place, names)
  const best = found[0] ?? null
  const penalty = penaltyOf(place, best, found)
  const { proximity, points, name, isStrong, isLinked } = best ?? unnamed
  const isPlain = penalty === 0 && isPlainlyNamed(place, best, found)
  const isDirect = isPlain || (proximity >= directProximity && penalty === 0)
  return {
    points: points - penalty,
    feature: best && penalty > 0 ? `${name}+negative` : name,
    isDirect,
    isStrong,
    isLinked,
    isPlain,
    penalty,
    proximity,
  }
}

/** All that names a number, the strongest first. */
function namesOf(place: Place, names: readonly Naming[]): Name[] {
  const found: Name[] = []
  for (const { name, points, when } of names) {
    for (const evidence of when(place))
      found.push({ ...evidence, name, points: typeof points === 'number' ? points : points(place, evidence) })
  }
  return found.sort((one, other) => other.points - one.points)
}
