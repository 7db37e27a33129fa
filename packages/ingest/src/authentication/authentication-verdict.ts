import { domainToASCII } from 'node:url'

/** What SPF, DKIM and DMARC together say of a mail. */
export type AuthenticationVerdict = 'pass' | 'fail' | 'none'

/** The results from which the verdict follows. */
export interface AuthenticationFacts {
  /** Author domains that the From fields name (RFC 9989 §5.3.1): with more than one there is no author. */
  author: 'one' | 'several' | 'none'
  /** `none`: no policy is published. */
  dmarc: 'pass' | 'fail' | 'none' | 'temperror'
  /** `unasked`: the client's IP is not a public one, so SPF is not evaluated; `other` is every result that neither proves nor refutes. */
  spf: { result: 'pass' | 'fail' | 'temperror' | 'other' | 'unasked'; isAligned: boolean }
  /** One for each signature looked at. One that leaves the end of the body unsigned (`l=`) is `other`, never `pass`. */
  dkim: { result: 'pass' | 'fail' | 'temperror' | 'other'; isAligned: boolean }[]
}

/** Combines the results. The rule and its reasons: `docs/decisions/0008-mail-authentication.md`. */
export function authenticationVerdict({ author, dmarc, spf, dkim }: AuthenticationFacts): AuthenticationVerdict {
  if (author === 'several') return 'fail'
  if (author === 'none') return 'none'

  const results = [spf, ...dkim]
  const hasAlignedPass = results.some(({ result, isAligned }) => result === 'pass' && isAligned)
  // Where a policy is published, its alignment mode decides, which may be strict.
  if (dmarc === 'pass' || (dmarc === 'none' && hasAlignedPass)) return 'pass'
  // The result that could not be fetched might have been the pass.
  if (dmarc === 'temperror' || results.some(({ result, isAligned }) => result === 'temperror' && isAligned))
    return 'none'

  const isOwnSignatureBroken = dkim.some(({ result, isAligned }) => result === 'fail' && isAligned)
  const hasSignaturePass = dkim.some(({ result }) => result === 'pass')
  if (dmarc === 'fail' && (spf.result !== 'unasked' || isOwnSignatureBroken)) return 'fail'
  // An unaligned pass meets no policy, so a forger gains nothing by a signature whose key never comes. Below, it counts in the sender's favour.
  if (results.some(({ result }) => result === 'temperror')) return 'none'

  if (spf.result === 'fail' && !hasSignaturePass) return 'fail'
  if (isOwnSignatureBroken && !hasSignaturePass && spf.result !== 'pass') return 'fail'
  return 'none'
}

/** The verdict on a mail and the author domain that it is about; `''` where the mail has none, or several. */
export interface Judgement {
  verdict: AuthenticationVerdict
  authorDomain: string
}

export const unjudged: Judgement = { verdict: 'none', authorDomain: '' }

/**
 * The verdict for a mail that is shown as from `fromAddr`. A pass is about the author that was judged. Where a malformed
 * head is read in two ways, or the sender shown is that of the envelope, it proves nothing about the sender shown.
 */
export function verdictFor(fromAddr: string, { verdict, authorDomain }: Judgement): AuthenticationVerdict {
  const shown = fromAddr.slice(fromAddr.lastIndexOf('@') + 1)
  return verdict === 'pass' && canonicalHost(shown) !== canonicalHost(authorDomain) ? 'none' : verdict
}

const canonicalHost = (host: string): string => domainToASCII(host) || host.toLowerCase()
