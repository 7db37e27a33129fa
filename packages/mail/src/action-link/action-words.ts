import { readdirSync, readFileSync } from 'node:fs'
import type { ActionKind } from '@inlet/contract'
import { PhraseAutomaton, type PhraseMatch } from '../one-time-code/keywords/phrase-automaton.ts'
import type { TextNormalizer } from '../one-time-code/view/normal-text.ts'

/**
 * What the phrases of a language mean: the six kinds of actions; `decline` refuses one; `elsewhere` names a place that every mail has;
 * `notYou` is for a reader who did not ask for anything; `expires` says that a duration follows or precedes; units of durations; and
 * what such a duration may be of: of a `link`, or of something else.
 */
export const wordKinds = [
  'verify',
  'signIn',
  'reset',
  'invite',
  'approve',
  'unsubscribe',
  'decline',
  'elsewhere',
  'notYou',
  'expires',
  'minute',
  'hour',
  'day',
  'codeOrAccount',
  'link',
] as const
export type WordKind = (typeof wordKinds)[number]
export type WordMatch = PhraseMatch<WordKind>

/** The words of actions, by what they mean. */
export const kindsOfWords: ReadonlyMap<WordKind, ActionKind> = new Map([
  ['verify', 'verify'],
  ['signIn', 'sign-in'],
  ['reset', 'reset'],
  ['invite', 'invite'],
  ['approve', 'approve'],
  ['unsubscribe', 'unsubscribe'],
])

/** The phrases of all languages, a file for each. They are stems, unless they end in `$`. */
export const languageFolder = new URL('./languages/', import.meta.url)

/** Compiles the phrases of all languages: once for each reader. */
export function loadActionWords(normalizer: TextNormalizer): PhraseAutomaton<WordKind> {
  const phrases = new Map<WordKind, string[]>(wordKinds.map((kind) => [kind, []]))
  for (const file of readdirSync(languageFolder).sort()) {
    const language: unknown = JSON.parse(readFileSync(new URL(file, languageFolder), 'utf8'))
    for (const [kind, list] of phrases) list.push(...phrasesOf(language, kind))
  }
  return new PhraseAutomaton(phrases, normalizer)
}

function phrasesOf(language: unknown, kind: WordKind): string[] {
  if (typeof language !== 'object' || language === null) return []
  const list: unknown = Reflect.get(language, kind)
  return Array.isArray(list) ? list.filter((phrase) => typeof phrase === 'string') : []
}
