import { asciiLowerCase, foldHostname, isPublicName } from '@inlet/contract'
import type { Config } from '@inlet/runtime'

/** The host that the MX records of domains must name, folded: the one that was configured, else the name of the SMTP server. */
export const mxHostOf = ({ MX_HOST, SMTP_NAME }: Pick<Config, 'MX_HOST' | 'SMTP_NAME'>): string =>
  MX_HOST ?? foldHostname(SMTP_NAME) ?? asciiLowerCase(SMTP_NAME)

/** What to do where the host of MX records cannot be found by other mail servers; null where its name may be public. */
export const mxHostAdvice = (mxHost: string): string | null =>
  isPublicName(mxHost)
    ? null
    : 'Set MX_HOST, for all processes and commands, to a name that public DNS has for the mail server: others cannot find it by this one.'
