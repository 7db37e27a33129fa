import { z } from 'zod'
import { asciiLowerCase } from './ascii-case.ts'
import { detailParams } from './detail-codes.ts'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { decodePunycode } from './punycode.ts'
import { textOf } from './scalars.ts'
import { isWildcard, wildcardPrefix } from './wildcards.ts'

/** A valid local part, after case folding and without its detail (specification section 4.1). */
export const localPartPattern = new RegExp(`^[a-z0-9._-]{1,${limits.localPartMaxChars}}$`)

/**
 * Local parts whose mail proves who owns a domain: certificate authorities write to these five (CA/Browser Forum Baseline Requirements,
 * 3.2.2.4.4). They belong to the service; no visitor makes or reads them.
 */
export const reservedLocalParts: readonly string[] = ['admin', 'administrator', 'hostmaster', 'postmaster', 'webmaster']

const hostLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostnamePattern = new RegExp(`^(?=.{1,253}$)${hostLabel}(?:\\.${hostLabel})+$`)
// A URL parser removes some of these, so that the result would be another host than the text.
const forbiddenInHost = /[\s\p{Cc}/?#:@\\%[\]]/u

/** The parts of a mail address; `fullAddress` is `localPart@hostname`, without the detail. */
export interface MailAddress {
  localPart: string
  /** The text after the first `+`, case kept; null where there is no `+`. */
  detail: string | null
  hostname: string
  fullAddress: string
}

/**
 * Folds a hostname to the form that is stored: lower case, A-labels (RFC 5891), no final dot. Only ASCII letters change their case. A label in
 * another script must be a U-label that UTS #46 maps to itself: full-width letters, ideographic full stops and capitals of other scripts
 * are refused, since they imitate another name.
 * @returns null where the text is no domain name: an IP address, a single label, an empty label, or a label that is mapped to another
 */
export function foldHostname(text: string): string | null {
  const written = asciiLowerCase(text)
  const hostname = mappedHostname(written)
  return hostname !== null && isUnmapped(written.replace(/\.$/, ''), hostname) ? hostname : null
}

/**
 * Folds the name of a domain: a hostname as `foldHostname` does, or a wildcard such as `*.example.com`, which stands for every host under
 * `example.com`. @returns null where the text is neither
 */
export function foldDomainName(text: string): string | null {
  if (!isWildcard(text)) return foldHostname(text)
  const parent = foldHostname(text.slice(wildcardPrefix.length))
  return parent === null ? null : `${wildcardPrefix}${parent}`
}

/** The domain name that UTS #46 maps a text to, which may be another one than is written; null where there is none. */
function mappedHostname(text: string): string | null {
  if (text.length > 253 || text === '' || forbiddenInHost.test(text)) return null
  const hostname = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '') ?? ''
  const isIpv4 = /^[\d.]+$/.test(hostname)
  return hostnamePattern.test(hostname) && !isIpv4 ? hostname : null
}

/** Whether each label of a folded host is the written label, or its A-label. */
function isUnmapped(written: string, hostname: string): boolean {
  const labels = written.split('.')
  const folded = hostname.split('.')
  return (
    labels.length === folded.length &&
    labels.every((label, index) => label === folded[index] || label === uLabelOf(folded[index] ?? ''))
  )
}

const aLabelPrefix = 'xn--'

const uLabelOf = (label: string): string | null =>
  label.startsWith(aLabelPrefix) ? decodePunycode(label.slice(aLabelPrefix.length)) : null

/** The host after the last `@`, folded; null where it is no domain name. */
export function mailHost(text: string): string | null {
  const at = text.lastIndexOf('@')
  return at < 0 ? null : foldHostname(text.slice(at + 1))
}

/**
 * Parses an address: case of ASCII letters folded, detail separated (RFC 5233), host as A-labels.
 * @returns null where the local part does not fit the specification's pattern or the host is no domain name.
 */
export function parseMailAddress(text: string): MailAddress | null {
  const at = text.lastIndexOf('@')
  const hostname = mailHost(text)
  if (at < 1 || hostname === null) return null

  const local = parseLocalPart(text.slice(0, at))
  return local && { ...local, hostname, fullAddress: `${local.localPart}@${hostname}` }
}

function parseLocalPart(written: string): Pick<MailAddress, 'localPart' | 'detail'> | null {
  const plus = written.indexOf('+')
  const localPart = asciiLowerCase(plus < 0 ? written : written.slice(0, plus))
  return localPartPattern.test(localPart) ? { localPart, detail: plus < 0 ? null : written.slice(plus + 1) } : null
}

/**
 * Whether a text is a valid local part at a host that is no domain name and imitates none: a single label or an address literal, for
 * example, which is never ours.
 */
export function isAtUnnamedHost(text: string): boolean {
  const at = text.lastIndexOf('@')
  const host = text.slice(at + 1)
  const isUnnamed = /^[^\s\p{Cc}]+$/u.test(host) && mappedHostname(host) === null
  return at > 0 && isUnnamed && parseLocalPart(text.slice(0, at)) !== null
}

/** A complete address in an output. */
export const fullAddressOut = z.string().meta({ description: '`<localPart>@<hostname>`.' })

const anyCaseLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const anyCaseHost = `(?:${anyCaseLabel}\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?`

/** The pattern of host names in ASCII, of which every one is accepted; the last label is none of an IP address. */
export const hostnameInAnyCase = `^${anyCaseHost}$`

/** The host of a new address in a body, not folded; it is looked at only where the domain is a wildcard. */
export const hostnameInBody = z
  .string()
  .max(253)
  .meta({
    description: 'The host of the address: needed where the domain is a wildcard, and ignored on any other.',
    // More is accepted, such as names in other scripts, and a final dot.
    pattern: hostnameInAnyCase,
    maxLength: limits.hostnameMaxChars,
    examples: [example.hostname],
  })

/** A complete address in a path: folded; refused where it is none or has a detail. */
export const fullAddressInPath = textOf({ max: 320 })
  .meta({
    description:
      'A complete address; the case of ASCII letters is ignored, and a host in another script may be written as it is registered.',
    // Every address can be written so (RFC 5321 §4.5.3.1.3); more is accepted, such as hosts in other scripts.
    maxLength: 254,
    pattern: `^[A-Za-z0-9._-]{1,${limits.localPartMaxChars}}@${anyCaseHost}$`,
    examples: [example.fullAddress],
  })
  .transform((text, context) => {
    const parsed = parseMailAddress(text)
    if (parsed && parsed.detail === null) return parsed.fullAddress
    context.addIssue({ code: 'custom', message: addressError(text, parsed), params: detailParams('invalid_address') })
    return z.NEVER
  })

/** The message for a text that is no complete address, or one with a detail. */
function addressError(text: string, parsed: MailAddress | null): string {
  const wanted = 'expected a complete address such as code@example.com'
  if (parsed) {
    return `expected the address of the inbox, ${parsed.fullAddress}: what stands behind the + makes no inbox of its own, but the tag plus:<detail>`
  }
  return text.includes('@') ? wanted : `${wanted}: there is no @ in it`
}

/** A local part in a body: lower case, the specification's pattern; empty means random. */
export const localPartInBody = z
  .string()
  .max(limits.localPartMaxChars)
  .regex(/^[a-z0-9._-]*$/, 'Only a-z, 0-9, dot, underscore and hyphen, in lower case')
  .meta({ description: 'Empty or absent: a random one.' })
