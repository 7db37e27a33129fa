import { domainToASCII } from 'node:url'

/** The combined result of SPF, DKIM and DMARC. */
export type AuthenticationVerdict = 'pass' | 'fail' | 'none'

/** The results from which the verdict follows. */
export interface AuthenticationFacts {
  /** Author domains that the From fields name (RFC 9989 §5.3.1): with more than one there is no author. */
  author: 'one' | 'several' | 'none'
  /** `none`: no policy is published. */
  dmarc: 'pass' | 'fail' | 'none' | 'temperror'
  /** `not-evaluated`: the client's IP is not a public one, so SPF is not evaluated; `other`: any other result. */
  spf: { result: 'pass' | 'fail' | 'temperror' | 'other' | 'not-evaluated'; isAligned: boolean }
  /** One for each signature that was verified. A signature that leaves the end of the body unsigned (`l=`) is `other`, never `pass`. */
  dkim: { result: 'pass' | 'fail' | 'temperror' | 'other'; isAligned: boolean }[]
}

/** Combines the results. The rule and its reasons: `docs/decisions/0007-mail-authentication.md`. */
export function authenticationVerdict({ author, dmarc, spf, dkim }: AuthenticationFacts): AuthenticationVerdict {
  if (author === 'several') return 'fail'
  if (author === 'none') return 'none'

  const results = [spf, ...dkim]
  const hasAlignedPass = results.some(({ result, isAligned }) => result === 'pass' && isAligned)
  // A published policy decides by its own alignment mode, which may be strict.
  if (dmarc === 'pass' || (dmarc === 'none' && hasAlignedPass)) return 'pass'
  // The record that could not be fetched might have given a pass.
  if (dmarc === 'temperror' || results.some(({ result, isAligned }) => result === 'temperror' && isAligned))
    return 'none'

  const isOwnSignatureBroken = dkim.some(({ result, isAligned }) => result === 'fail' && isAligned)
  const hasSignaturePass = dkim.some(({ result }) => result === 'pass')
  if (dmarc === 'fail' && (spf.result !== 'not-evaluated' || isOwnSignatureBroken)) return 'fail'
  // Not above: an unaligned pass meets no policy, so a key that cannot be fetched must not save a forged mail from `fail`. Below, an unaligned pass counts for the sender.
  if (results.some(({ result }) => result === 'temperror')) return 'none'

  if (spf.result === 'fail' && !hasSignaturePass) return 'fail'
  if (isOwnSignatureBroken && !hasSignaturePass && spf.result !== 'pass') return 'fail'
  return 'none'
}

/** The verdict on a mail and the author domain that was judged; `''` where the mail has none, or several. */
export interface Judgement {
  verdict: AuthenticationVerdict
  authorDomain: string
}

export const unjudged: Judgement = { verdict: 'none', authorDomain: '' }

/**
 * The verdict for a mail that is shown as from `fromAddr`. A pass holds only for the author domain that was judged:
 * the domain shown may differ where a malformed head can be read in two ways, or where the envelope sender is shown.
 */
export function verdictFor(fromAddr: string, { verdict, authorDomain }: Judgement): AuthenticationVerdict {
  const shown = fromAddr.slice(fromAddr.lastIndexOf('@') + 1)
  return verdict === 'pass' && canonicalHost(shown) !== canonicalHost(authorDomain) ? 'none' : verdict
}

const canonicalHost = (host: string): string => domainToASCII(host) || host.toLowerCase()
