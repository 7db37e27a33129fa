import { objections } from './against.ts'
import type { Feature, Naming } from './feature.ts'
import { names, prominences, supports } from './for.ts'

/** The features that a number is scored by. */
export interface FeatureTable {
  names: readonly Naming[]
  prominences: readonly Feature[]
  /** Those for and against a number in its place. */
  ofPlace: readonly Feature[]
  /** Those against a code in all its places. */
  ofCode: readonly Feature[]
}

/** The names of all features. */
export const featureNames: readonly string[] = [
  ...new Set([...names, ...prominences, ...supports, ...objections].map(({ name }) => name)),
]

/** All features, or all but one. */
export function featureTable(without?: string): FeatureTable {
  const isKept = ({ name }: { name: string }): boolean => name !== without
  const added = [...supports, ...objections].filter(isKept)
  return {
    names: names.filter(isKept),
    prominences: prominences.filter(isKept),
    ofPlace: added.filter(({ isOfCode }) => !isOfCode),
    ofCode: added.filter(({ isOfCode }) => isOfCode),
  }
}
