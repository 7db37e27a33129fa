import { findKeywords, type KeywordKind, keywordKinds, loadLexicon, PhraseAutomaton, TextNormalizer } from '@inlet/mail'
import { bare } from './phrase-index.ts'
import type { ListedPhrase } from './phrase-lists.ts'
import { byKind } from './pruning.ts'

const labels: ReadonlySet<KeywordKind> = new Set(['strong', 'ambiguous', 'negative', 'weak'])
/** Of these it matters where they stand. */
const placed: ReadonlySet<KeywordKind> = new Set([...labels, 'number', 'enter', 'connector', 'fresh'])
/** The rest of a word whose stem is a phrase: not in a script without spaces between words. */
const wordRest = /^[^\P{L}\u0e00-\u0e7f\u3021-\u9fff\uac00-\ud7a3]*$/u

const normalizer = new TextNormalizer()
const lexicon = loadLexicon(normalizer)

/**
 * The phrases of one language and kind that need not be written out: shorter ones of their kind, or the parts of a label, say the same
 * of their own text. `kept` are all phrases of the language that are still there.
 */
export function saidByOthers(kind: KeywordKind, kept: readonly ListedPhrase[]): ListedPhrase[] {
  const others = labels.has(kind) ? kept.filter((phrase) => phrase.kind !== kind) : []
  const own = kept.filter((phrase) => phrase.kind === kind)
  const byLength = Map.groupBy(own, ({ phrase }) => bare(phrase).length)
  const needed: ListedPhrase[] = []
  const said: ListedPhrase[] = []
  for (const [, group] of [...byLength].sort(([one], [other]) => one - other)) {
    lexicon.automaton = new PhraseAutomaton(byKind([...others, ...needed]), normalizer)
    const isSaid = Map.groupBy(group, (phrase) => textsOf(phrase).every((text) => says(kind, text)))
    said.push(...(isSaid.get(true) ?? []))
    needed.push(...(isSaid.get(false) ?? []))
  }
  return said
}

/** What a phrase matches: by itself, and as the tail of a longer word. */
function textsOf({ phrase }: ListedPhrase): string[] {
  const text = bare(phrase)
  return phrase.startsWith('*') ? [text, `mm${text}`] : [text]
}

/** Whether the lexicon finds this kind in a text; where its place matters, at the end of it. */
function says(kind: KeywordKind, text: string): boolean {
  const { plain, folded } = normalizer.normalize(text)
  const phrases = lexicon.automaton.in(folded)
  const spans = [{ start: 0, end: folded.length }]
  const work = { steps: 0 }
  const matches = labels.has(kind)
    ? findKeywords({ plain, phrases, spans }, lexicon.patterns, work).labels.filter((label) => label.kind === kind)
    : (phrases.find(spans, work)[keywordKinds.indexOf(kind)] ?? [])
  return matches.some(({ end }) => !placed.has(kind) || wordRest.test(text.slice(end)))
}
