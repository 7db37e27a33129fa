import type { TextNormalizer } from '../view/normal-text.ts'
import { type KeywordKind, keywordKinds } from './keyword.ts'
import { Languages } from './language.ts'
import { PhraseAutomaton } from './phrase-automaton.ts'
import { type WordPatterns, wordPatternsOf } from './word-patterns.ts'

/** The words of all languages, compiled. */
export interface Lexicon {
  automaton: PhraseAutomaton<KeywordKind>
  patterns: WordPatterns
}

/** Reads and compiles the files of all languages, once for each reader: a reader is made when a thread starts. */
export function loadLexicon(normalizer: TextNormalizer): Lexicon {
  const languages = new Languages()
  const phrases = new Map(keywordKinds.map((kind) => [kind, languages.words(kind)]))
  return { automaton: new PhraseAutomaton(phrases, normalizer), patterns: wordPatternsOf(languages, normalizer) }
}
