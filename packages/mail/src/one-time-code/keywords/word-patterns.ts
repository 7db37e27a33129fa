import type { TextNormalizer } from '../view/normal-text.ts'
import type { Languages, WordKind } from './language.ts'

/** Patterns made of the words of all languages. Linear: words are constants, and what may repeat is bounded. */
export interface WordPatterns {
  /** A word for passwords anywhere in a folded text. */
  password: RegExp
  /** `card ending in 6031`: a word for cards with four digits behind it. */
  cardEnd: RegExp
  /** A currency at the end of a text. */
  currencyBefore: RegExp
  /** A currency or a percent sign at the beginning of a text. */
  currencyAfter: RegExp
  /** A counted thing at the beginning of a text. */
  counter: RegExp
  /** A word at the end of a text that makes the next number an ordinal. */
  counterBefore: RegExp
  /** `100th`, `500ml`, `30min`, `Rs500`: all of a word that is a number with its unit. */
  numberWithUnit: RegExp
  /** `ext. ` behind a phone number, at the end of a text. */
  extension: RegExp
  /** `ID`, `Nr.`, `Ref.:` at the end of a text. */
  referenceMark: RegExp
  /** All of a text without words, except for an abbreviation of a word for numbers. */
  numberMark: RegExp
  /** `12 de mayo de `, `4th March `: a day and a month at the end of a text. */
  dayAndMonth: RegExp
  /** All of a text that is a hyphen, a space or a word that joins two nouns. */
  genitive: RegExp
  /** `your`, `the`, `new` at the end of a text, as a word of their own. */
  determiner: RegExp
  /** A determiner, or another word that is no noun, at the end of a text. */
  filler: RegExp
  /** A word that names codes by itself, anywhere in a text. */
  codeNoun: RegExp
  /** A word for a PIN, anywhere in a text. */
  pin: RegExp
  /** `Re: ` at the beginning of a subject. */
  replyMark: RegExp
  /** Whether a number of four digits may be a year. */
  isYear: (digits: string) => boolean
}

// ISO 4217 and what is usual beside it. Before a number they stand as whole words; `try` is one of English, too.
const codesBefore = 'usd|eur|gbp|chf|pln|rub|uah|(?-i:TRY)|inr|jpy|cny|krw|vnd|thb|idr|myr|ron|huf|czk|bgn|sek|nok|dkk'
const codesAfter =
  'usd|eur(?![\\p{L}\\p{N}_])|gbp|chf|pln|rub|uah|inr|jpy|cny|vnd|thb|idr|myr|ron(?![\\p{L}\\p{N}_])|huf|czk|bgn|sek|nok|dkk'
const gregorianYears: [number, number] = [1900, 2099]

/** Makes the patterns of all languages. */
export function wordPatternsOf(languages: Languages, normalizer: TextNormalizer): WordPatterns {
  const written = (kind: WordKind): string => alternatives(languages.words(kind).map((word) => normalizer.plain(word)))
  const folded = (kind: WordKind): string => alternatives(languages.words(kind).map((word) => normalizer.folded(word)))
  const whole = (kind: WordKind): string => alternatives(languages.words(kind).map((word) => word.replace(/\$$/, '')))
  const lastWord = (...kinds: WordKind[]): RegExp =>
    new RegExp(`(?<![a-z\\u00c0-\\u04ff])(?:${kinds.map(written).join('|')})$`, 'iu')
  const yearRanges = [gregorianYears, ...languages.years()]
  return {
    password: new RegExp(folded('password'), 'u'),
    cardEnd: new RegExp(`(?:${written('card')})[^\\n\\d]{0,30} ?\\d{4}(?!\\d)`, 'iu'),
    currencyBefore: new RegExp(
      `(?:\\p{Sc}|(?<![A-Za-z\\u00c0-\\u024f])(?:${codesBefore}|${written('currencyBefore')}))[ \\t]?$`,
      'iu',
    ),
    currencyAfter: new RegExp(`^[ \\t]?(?:%|\\p{Sc}|${codesAfter}|${written('currencyAfter')})`, 'iu'),
    counter: new RegExp(`^ ?(?:${written('counter')})`, 'iu'),
    counterBefore: new RegExp(`(?:${written('counterBefore')}) ?$`, 'u'),
    numberWithUnit: new RegExp(
      `^\\d+(?:eur|usd|rub|${whole('ordinal')}|${whole('unit')}|${whole('currencyAfter')})$|^(?:usd|eur|${whole('currencyBefore')})\\d+$`,
      'iu',
    ),
    extension: new RegExp(`\\d[- ]?\\d{2} ?,? ?(?:${written('extension')})\\.? ?$`, 'iu'),
    referenceMark: new RegExp(`(?<![\\p{L}-])(?:id|s\\/n|sn|${written('referenceMark')})[.:]{0,2}[ \\t*]*$`, 'iu'),
    numberMark: new RegExp(`^[^\\p{L}:]*(?:(?:\\p{L}{1,4}\\.|${written('numberMark')})[^\\p{L}:]*)?$`, 'iu'),
    dayAndMonth: new RegExp(
      `(?:^|\\D)[0-3]?\\d[.\\u2019']?(?:${written('ordinal')})? (?:\\p{L}{1,2} )?\\p{L}[\\p{L}\\p{M}]{2,}[.,]?(?: \\p{L}{1,2})? $`,
      'u',
    ),
    genitive: new RegExp(`^(?:[ -]|${written('genitive')})*$`, 'u'),
    determiner: lastWord('determiner'),
    filler: lastWord('determiner', 'filler'),
    codeNoun: new RegExp(written('codeNoun'), 'iu'),
    pin: new RegExp(written('pin'), 'iu'),
    replyMark: new RegExp(`^\\s*(?:re|${written('replyMark')}) ?(?:\\[\\d+\\])? ?:`, 'iu'),
    isYear: (digits) => yearRanges.some(([first, last]) => Number(digits) >= first && Number(digits) <= last),
  }
}

/** Words as alternatives of a pattern; a `$` at the end of a word is the end of a word. */
const alternatives = (words: string[]): string =>
  [...new Set(words)]
    .map((word) => (word.endsWith('$') ? `${escaped(word.slice(0, -1))}(?![\\p{L}\\p{N}_])` : escaped(word)))
    .join('|')

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
