import { type CodeSource, TextNormalizer } from '@inlet/mail'

const normalizer = new TextNormalizer()

/** A text as phrases are compared: folded, and any run of spaces and hyphens as one space. */
const foldedWords = (text: string): string => normalizer.folded(text).replace(/[\s-]+/g, ' ')

/** A phrase without the marks of its beginning and its end. */
export const bare = (phrase: string): string => foldedWords(phrase.replace(/^\*|\$$/g, ''))

const unitCount = 0x10000

/** Finds which of many phrases occur in a text, within words too: those that can matter to it, and some more. */
export class PhraseIndex {
  /** The next node, by node and unit. */
  readonly #next = new Map<number, number>()
  readonly #ends = new Map<number, number[]>()

  constructor(phrases: readonly string[]) {
    let count = 1
    for (const [index, phrase] of phrases.entries()) {
      let node = 0
      for (const unit of unitsOf(bare(phrase))) {
        const key = node * unitCount + unit
        const next = this.#next.get(key) ?? count++
        this.#next.set(key, next)
        node = next
      }
      this.#ends.set(node, [...(this.#ends.get(node) ?? []), index])
    }
  }

  /** The indices of the phrases in a mail. */
  phrasesIn({ subject, text, html }: CodeSource): Set<number> {
    const body = typeof html === 'string' ? html : (html?.text ?? '')
    const units = unitsOf(foldedWords(`${subject}\n${text}\n${body}`))
    const found = new Set<number>()
    for (let start = 0; start < units.length; start++) {
      let node: number | undefined = 0
      for (let at = start; at < units.length && node !== undefined; at++) {
        node = this.#next.get(node * unitCount + (units[at] ?? 0))
        for (const index of (node !== undefined && this.#ends.get(node)) || []) found.add(index)
      }
    }
    return found
  }
}

const unitsOf = (text: string): number[] => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
