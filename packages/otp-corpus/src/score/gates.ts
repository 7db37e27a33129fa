import { exactShare, rightShare, type Tally } from './tally.ts'

/** What must hold before a change of the extractor may go in; all are shares from 0 to 1. */
export interface Gates {
  leastExact: number
  mostInvented: number
  mostWrong: number
  /** Of any one language, by `ofLanguage`. */
  leastOfLanguage: number
  ofLanguage: (tally: Tally) => number
}

/** The gates on the mails that tuning may look at. */
export const developmentGates: Gates = {
  leastExact: 0.97,
  mostInvented: 0.01,
  mostWrong: 0.01,
  leastOfLanguage: 0.85,
  ofLanguage: exactShare,
}

/** The gates on the mails that nobody tunes on. */
export const heldOutGates: Gates = {
  leastExact: 0.95,
  mostInvented: 0.02,
  mostWrong: 0.01,
  leastOfLanguage: 0.8,
  // A few mails with a code say little of a language; all its mails at least say whether more than one or two went wrong.
  ofLanguage: rightShare,
}

/** Says which gates a tally does not pass, in words with figures; none where all is well. */
export function failedGates(tally: Tally, byLanguage: ReadonlyMap<string, Tally>, gates: Gates): string[] {
  const { withCode, exact, wrong, withoutCode, invented } = tally
  const faults: string[] = []
  if (exact / withCode < gates.leastExact) faults.push(`exact: ${exact} of ${withCode}`)
  if (invented / withoutCode > gates.mostInvented) faults.push(`invented: ${invented} of ${withoutCode}`)
  if (wrong / withCode > gates.mostWrong) faults.push(`wrong: ${wrong} of ${withCode}`)
  for (const [language, own] of byLanguage) {
    const share = gates.ofLanguage(own)
    if (share < gates.leastOfLanguage) faults.push(`${language}: ${(share * 100).toFixed(0)} %`)
  }
  return faults
}
