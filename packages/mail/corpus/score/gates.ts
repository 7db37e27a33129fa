import { exactShare, rightShare, type Tally } from './tally.ts'
import { shareOf } from './wilson-interval.ts'

/** What must hold before a change of the extractor may go in; all are shares from 0 to 1. */
export interface Gates {
  leastExact: number
  mostInvented: number
  mostWrong: number
  /** Of any one language, by `ofLanguage`. */
  leastOfLanguage: number
  ofLanguage: (tally: Tally) => number
  /** Whether the mails are a sample, whose shares have a margin, or all that is asked about. */
  isSample: boolean
}

/** The gates on the mails that tuning may look at. */
export const developmentGates: Gates = {
  leastExact: 0.97,
  mostInvented: 0.01,
  mostWrong: 0.01,
  leastOfLanguage: 0.85,
  ofLanguage: exactShare,
  isSample: false,
}

/**
 * The gates on the mails that nobody tunes on. They are few, so that one mail more or less says nothing: a share fails its gate where
 * its 95 % interval lies beyond.
 */
export const heldOutGates: Gates = {
  leastExact: 0.95,
  mostInvented: 0.02,
  mostWrong: 0.01,
  leastOfLanguage: 0.8,
  // A few mails with a code say little of a language; all its mails at least say whether more than one or two went wrong.
  ofLanguage: rightShare,
  isSample: true,
}

/** Says which gates a tally does not pass, in words with figures; none where all is well. */
export function failedGates(tally: Tally, byLanguage: ReadonlyMap<string, Tally>, gates: Gates): string[] {
  const { withCode, exact, wrong, withoutCode, invented } = tally
  const faults: string[] = []
  const most = (count: number, total: number) => (gates.isSample ? shareOf(count, total).high : count / total)
  const least = (count: number, total: number) => (gates.isSample ? shareOf(count, total).low : count / total)
  if (most(exact, withCode) < gates.leastExact) faults.push(`exact: ${exact} of ${withCode}`)
  if (least(invented, withoutCode) > gates.mostInvented) faults.push(`invented: ${invented} of ${withoutCode}`)
  if (least(wrong, withCode) > gates.mostWrong) faults.push(`wrong: ${wrong} of ${withCode}`)
  for (const [language, own] of byLanguage) {
    const share = gates.ofLanguage(own)
    if (share < gates.leastOfLanguage) faults.push(`${language}: ${(share * 100).toFixed(0)} %`)
  }
  return faults
}
