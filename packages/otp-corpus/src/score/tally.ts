/** The verdict on one result: `right` is the exact code, or no code where the mail has none. */
export type Verdict = 'right' | 'missed' | 'wrong' | 'invented'

/** Counts of verdicts. */
export interface Tally {
  withCode: number
  exact: number
  /** Exact, or the same code in another spelling: case, separators, vendor prefix. */
  lenient: number
  missed: number
  /** Another code than the one the mail carries. */
  wrong: number
  withoutCode: number
  /** A code where the mail has none. */
  invented: number
}

/** The expected code of a mail, and the result of the extractor. */
export interface Answer {
  expected: string | null
  found: string | null
}

/** Judges one result. */
export function verdictOf({ expected, found }: Answer): Verdict {
  if (expected === found) return 'right'
  if (expected === null) return 'invented'
  return found === null ? 'missed' : 'wrong'
}

/** Counts the verdicts of many results. */
export function tallyOf(answers: readonly Answer[]): Tally {
  const withCode = answers.filter(({ expected }) => expected !== null)
  const count = (verdict: Verdict) => answers.filter((answer) => verdictOf(answer) === verdict).length
  return {
    withCode: withCode.length,
    exact: withCode.filter((answer) => verdictOf(answer) === 'right').length,
    lenient: withCode.filter(isSameCode).length,
    missed: count('missed'),
    wrong: count('wrong'),
    withoutCode: answers.length - withCode.length,
    invented: count('invented'),
  }
}

function isSameCode({ expected, found }: Answer): boolean {
  if (expected === null || found === null) return false
  const bare = (code: string) =>
    code
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
  return bare(expected) === bare(found) || bare(expected) === bare(found.replace(/^[A-Za-z]{1,3}-/, ''))
}

/** The share of the mails with a code whose code was read exactly. */
export const exactShare = ({ withCode, exact }: Tally): number => exact / Math.max(1, withCode)

/** The share of all mails, with code and without, that were read right. */
export const rightShare = ({ withCode, exact, withoutCode, invented }: Tally): number =>
  (exact + withoutCode - invented) / Math.max(1, withCode + withoutCode)
