import { asciiLowerCase, foldHostname } from '@inlet/contract'
import type { Config } from '@inlet/runtime'

/** The host that the MX records of domains must name, folded: the one that was configured, else the name of the SMTP server. */
export const mxHostOf = ({ MX_HOST, SMTP_NAME }: Pick<Config, 'MX_HOST' | 'SMTP_NAME'>): string =>
  MX_HOST ?? foldHostname(SMTP_NAME) ?? asciiLowerCase(SMTP_NAME)
