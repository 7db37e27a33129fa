import { readdirSync, readFileSync } from 'node:fs'
import type { KeywordKind } from './keyword.ts'

/**
 * Words of a language that are no keywords: `password` names a password; `card` stands before the last digits of a card number;
 * `currencyBefore` and `currencyAfter` make a number an amount; `counter` stands behind a number that counts something and
 * `counterBefore` before it; `unit` and `ordinal` are joined to the end of a number (`10mins`, `2nd`); `extension` stands before the
 * extension of a phone number; `referenceMark` abbreviates another kind of number and `numberMark` the word for any number;
 * `genitive` joins two nouns; `determiner` stands before a word for codes and says which is meant (`your`, `the`, `new`), and `filler`, which
 * is no noun either, says nothing of it (`here`, `with`, `please`); `codeNoun` is the stem of a word that names codes by itself,
 * and `pin` that of one that cards, telephones and addresses have, too;
 * `replyMark` stands before a colon at the beginning of the subject of a reply.
 */
export type WordKind =
  | 'password'
  | 'card'
  | 'currencyBefore'
  | 'currencyAfter'
  | 'counter'
  | 'counterBefore'
  | 'unit'
  | 'ordinal'
  | 'extension'
  | 'referenceMark'
  | 'numberMark'
  | 'genitive'
  | 'determiner'
  | 'filler'
  | 'codeNoun'
  | 'pin'
  | 'replyMark'

/**
 * All that the extractor knows of a language. Phrases are stems: they match longer words, too, unless they end in `$`. An entry with a
 * `why` needs an explanation.
 */
export type Language = Record<KeywordKind, (string | { phrase: string; why: string })[]> &
  Record<WordKind, string[]> & {
    /** Ranges of years of its calendar beside the Gregorian one. */
    years: [first: number, last: number][]
  }

/** The files of all languages, one for each language; in its folder `short` those with some thirty phrases each. */
export const languageFolder = new URL('../languages/', import.meta.url)

/** What the files of all languages hold, as one record of lists; a test checks that each file is a `Language`. */
export class Languages {
  readonly #languages: unknown[]

  constructor(folder: URL = languageFolder) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
    this.#languages = files.sort().map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  }

  /** The phrases or words of one kind in all languages. */
  words(kind: KeywordKind | WordKind): string[] {
    return this.#entries(kind)
      .map((entry) => (isRecord(entry) ? entry.phrase : entry))
      .filter((entry) => typeof entry === 'string')
  }

  /** The ranges of years in all languages. */
  years(): [first: number, last: number][] {
    return this.#entries('years').flatMap((range) => {
      const [first, last]: unknown[] = Array.isArray(range) ? range : []
      return typeof first === 'number' && typeof last === 'number' ? [[first, last]] : []
    })
  }

  #entries(key: keyof Language): unknown[] {
    return this.#languages.flatMap((language) => {
      const entries = isRecord(language) ? language[key] : []
      return Array.isArray(entries) ? entries : []
    })
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
