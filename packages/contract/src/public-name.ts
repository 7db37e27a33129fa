import { asciiLowerCase } from './ascii-case.ts'

/**
 * Endings that no name server of the internet knows (RFC 6761, 6762 and 8375), and those of routers and company networks. `.test` and
 * `.example` are not among them: nobody has them by accident.
 */
const localEndings = [
  ...['localhost', 'localdomain', 'local', 'lan', 'home', 'home.arpa'],
  ...['internal', 'intranet', 'private', 'corp', 'invalid'],
].map((ending) => `.${ending}`)

const label = /^[\p{L}\p{M}\p{N}-]+$/u

/**
 * Whether the name of a host may be known outside of its own network: two labels or more, and no ending of local names. It does not fold
 * names as addresses do, which takes more code than a page should load for a hint.
 */
export function isPublicName(name: string): boolean {
  const host = asciiLowerCase(name).replace(/\.$/, '')
  const labels = host.split('.')
  const isName = labels.length > 1 && labels.every((each) => label.test(each)) && /\p{L}/u.test(labels.at(-1) ?? '')
  return isName && !localEndings.some((ending) => host.endsWith(ending))
}
