/** What SPF, DKIM and DMARC together say of a mail. */
export type AuthenticationVerdict = 'pass' | 'fail' | 'none'

/** The results from which the verdict follows. */
export interface AuthenticationFacts {
  /** Author domains that the From fields name (RFC 9989 §5.3.1): more than one is nobody's. */
  author: 'one' | 'several' | 'none'
  /** `none`: no policy is published. */
  dmarc: 'pass' | 'fail' | 'none' | 'temperror'
  /** `unasked`: the client's IP is not a public one, so it tells nothing; `other` is every result that neither proves nor refutes. */
  spf: { result: 'pass' | 'fail' | 'temperror' | 'other' | 'unasked'; isAligned: boolean }
  /** One for each signature looked at. One that leaves the end of the body unsigned (`l=`) is `other`, never `pass`. */
  dkim: { result: 'pass' | 'fail' | 'temperror' | 'other'; isAligned: boolean }[]
}

/** Combines the results. The rule with its reasons stands in `docs/decisions/0008-mail-authentication.md`. */
export function authenticationVerdict({ author, dmarc, spf, dkim }: AuthenticationFacts): AuthenticationVerdict {
  if (author === 'several') return 'fail'
  if (author === 'none') return 'none'

  const results = [spf, ...dkim]
  const hasAlignedPass = results.some(({ result, isAligned }) => result === 'pass' && isAligned)
  // Where a policy is published, its own idea of alignment decides, which may be strict.
  if (dmarc === 'pass' || (dmarc === 'none' && hasAlignedPass)) return 'pass'
  // What could not be asked might have been the pass.
  if (dmarc === 'temperror' || results.some(({ result, isAligned }) => result === 'temperror' && isAligned))
    return 'none'

  const isOwnSignatureBroken = dkim.some(({ result, isAligned }) => result === 'fail' && isAligned)
  const hasSignaturePass = dkim.some(({ result }) => result === 'pass')
  if (dmarc === 'fail' && (spf.result !== 'unasked' || isOwnSignatureBroken)) return 'fail'
  // A stranger's pass meets no policy, so a forger gains nothing by a signature whose key never comes. It does excuse what follows.
  if (results.some(({ result }) => result === 'temperror')) return 'none'

  if (spf.result === 'fail' && !hasSignaturePass) return 'fail'
  if (isOwnSignatureBroken && !hasSignaturePass && spf.result !== 'pass') return 'fail'
  return 'none'
}
