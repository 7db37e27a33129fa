import { exactShare, rightShare, type Tally } from './tally.ts'

/** The limits that a change of the extractor must keep; all are shares from 0 to 1. */
export interface Gates {
  leastExact: number
  mostInvented: number
  mostWrong: number
  /** Of any one language, by `ofLanguage`. */
  leastOfLanguage: number
  ofLanguage: (tally: Tally) => number
}

/** The gates for the mails that may be used for tuning, but for the oblique ones. */
export const developmentGates: Gates = {
  leastExact: 0.97,
  mostInvented: 0.01,
  mostWrong: 0.01,
  leastOfLanguage: 0.85,
  ofLanguage: exactShare,
}

/** The gates for development mails in words that few senders choose. */
export const obliqueGates: Gates = {
  leastExact: 0.8,
  mostInvented: 0.02,
  mostWrong: 0.02,
  leastOfLanguage: 0.5,
  ofLanguage: exactShare,
}

/** The gates for the held-out mails, which are not used for tuning. */
export const heldOutGates: Gates = {
  leastExact: 0.98,
  mostInvented: 0.005,
  mostWrong: 0.003,
  leastOfLanguage: 0.92,
  // A language has few mails with a code; over all its mails a gate at least shows whether more than one or two are wrong.
  ofLanguage: rightShare,
}

/** The gates for the short mails by people, which are learned from; each language has too few of them for a gate of its own. */
export const shortMailGates: Gates = {
  leastExact: 0.96,
  mostInvented: 0.01,
  mostWrong: 0.005,
  leastOfLanguage: 0,
  ofLanguage: rightShare,
}

/** Lists the gates that a tally fails, as texts with figures; empty where it passes all. */
export function failedGates(tally: Tally, byLanguage: ReadonlyMap<string, Tally>, gates: Gates): string[] {
  const { withCode, exact, wrong, withoutCode, invented } = tally
  const errors: string[] = []
  if (exact / withCode < gates.leastExact) errors.push(`exact: ${exact} of ${withCode}`)
  if (invented / withoutCode > gates.mostInvented) errors.push(`invented: ${invented} of ${withoutCode}`)
  if (wrong / withCode > gates.mostWrong) errors.push(`wrong: ${wrong} of ${withCode}`)
  for (const [language, own] of byLanguage) {
    const share = gates.ofLanguage(own)
    if (share < gates.leastOfLanguage) errors.push(`${language}: ${(share * 100).toFixed(0)} %`)
  }
  return errors
}
