import type { Span } from './candidate.ts'

const addressEnd = /[\s<>"'[\]{}|\\^\u0080-\uffff]/g
const mailRest = /[A-Za-z0-9._%+-]{0,64}@[A-Za-z0-9]/y

/** Where the web or mail address ends that begins with a token of letters and digits; null where none does. */
export function skipAddress(plain: string, { start, end }: Span): number | null {
  const after = plain[end]
  if (after === ':' && plain.startsWith('://', end)) return addressEndFrom(plain, end + 3)
  if (after === '.' && end - start === 3 && plain.slice(start, end).toLowerCase() === 'www')
    return addressEndFrom(plain, end)
  if (after !== '@' && after !== '.' && after !== '_' && after !== '+' && after !== '%' && after !== '-') return null
  mailRest.lastIndex = end
  return mailRest.test(plain) ? addressEndFrom(plain, mailRest.lastIndex) : null
}

function addressEndFrom(plain: string, from: number): number {
  addressEnd.lastIndex = from
  return addressEnd.exec(plain)?.index ?? plain.length
}
