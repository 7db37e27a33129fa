import type { Span } from '../spans.ts'

/** A number or word that might be the code: where it stands, its canonical form, and what its shape tells. */
export interface Candidate extends Span {
  code: string
  /** `loose`: groups that other numbers have more often, which are codes only right behind a label. */
  form: 'digits' | 'grouped' | 'loose' | 'mixed' | 'letters'
  /** Nothing else stands on its line or in its table cell. */
  isAlone: boolean
  /** Behind a number sign, as order and ticket numbers often are. */
  hasHash: boolean
  /** With a number sign behind it, as numbers to be dialled are. */
  endsInHash: boolean
  /** Behind one capital and a hyphen, as `G-482913`: the prefix of a vendor. */
  hasPrefix: boolean
  /** Behind an abbreviation that other numbers have: `ID`, `Nr.`, `Ref.`. */
  hasMark: boolean
  /** In the last line of a message for browsers: `@host #code`. */
  isBound: boolean
}

/** `SPRING20`, `JAR2026`, `SAVE5`, `EID2026X`, `LUCIA4F2`: a word with a percentage or year, as codes for offers have it. */
export const isCouponLike = ({ code }: Candidate): boolean =>
  /^[A-Za-z]{3,8}\d{1,4}$|^[A-Z]{2,7}20[2-3]\d[A-Z]{0,3}$|^(?=[A-Z]*[AEIOUY][A-Z]*[AEIOUY])[A-Z]{5,8}\d[A-Z\d]{1,3}$/.test(
    code,
  )

/** `KHN672`: most likely drawn at random, since three consonants are no word. */
export const isConsonantsAndDigits = ({ code }: Candidate): boolean => /^[B-DF-HJ-NP-TV-XZ]{3}\d{3}$/.test(code)

/** `PIZZA1E`, `GARTEN26W`: a word that can be pronounced before the digits. */
export const isNamedOffer = ({ code }: Candidate): boolean =>
  /^(?=[A-Z]*[AEIOUY][A-Z]*[AEIOUY])[A-Z]{4,8}\d{1,3}[A-Z]{0,2}$/.test(code) && !/[B-DF-HJ-NP-TV-XZ]{4}/.test(code)

/** `xN6tG`, `Wd83n`: capitals, small letters and digits in an order that no word, product or hexadecimal number has. */
export function isScrambled({ form, code }: Candidate): boolean {
  if (form !== 'mixed' || !/[a-z]/.test(code) || !/[A-Z]/.test(code) || !/\d/.test(code)) return false
  return code.length <= 8 && !hasWordOrUnit(code)
}

/** `Fail2ban`, `F2Pool`, `iPhone15`: a word that can be pronounced is a part of it; `0xB10C`, `10GiG`, `5DVDs`. */
const hasWordOrUnit = (code: string): boolean =>
  /^0x|^\d+[A-Za-z][a-z]+$|^\d*[A-Z]{2,}s$|^\d+[A-Z]i?[A-Z]$|[a-z]{3,9}\d{1,9}[a-z]?$/.test(code) ||
  (code.match(/[A-Za-z][a-z]{2,}/g) ?? []).some((word) => /[aeiouy]/i.test(word))

/** `4QN81B`, `d4k8m2`: letters and digits take turns, and the letters make no word, as in no name of an offer. */
export function isInterleaved({ form, code }: Candidate): boolean {
  if (form !== 'mixed' || code.length > 8 || /[A-Za-z]{4}/.test(code)) return false
  return (code.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length >= 2
}
