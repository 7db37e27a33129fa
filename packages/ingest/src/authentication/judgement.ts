import { domainToASCII } from 'node:url'
import type { AuthenticationVerdict } from './authentication-verdict.ts'

/** What was found out about a mail, and of which author domain; `''` where it has none, or several. */
export interface Judgement {
  verdict: AuthenticationVerdict
  authorDomain: string
}

export const unjudged: Judgement = { verdict: 'none', authorDomain: '' }

/**
 * The verdict for a mail that is shown as from `fromAddr`. A pass speaks of the author that was judged: where two readers of a crooked
 * head see two authors, or where one of them falls back on the envelope, it proves nothing of the one shown.
 */
export function verdictFor(fromAddr: string, { verdict, authorDomain }: Judgement): AuthenticationVerdict {
  const shown = fromAddr.slice(fromAddr.lastIndexOf('@') + 1)
  return verdict === 'pass' && canonicalHost(shown) !== canonicalHost(authorDomain) ? 'none' : verdict
}

const canonicalHost = (host: string): string => domainToASCII(host) || host.toLowerCase()
