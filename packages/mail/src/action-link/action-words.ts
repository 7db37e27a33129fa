import type { ActionKind } from '@inlet/contract'
import { PhraseAutomaton, type PhraseMatch } from '../one-time-code/keywords/phrase-automaton.ts'
import type { TextNormalizer } from '../one-time-code/view/normal-text.ts'
import languages from './action-words.json' with { type: 'json' }

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

/** Compiles the phrases of all languages: once for each reader. They are stems, unless they end in `$`. */
export function loadActionWords(normalizer: TextNormalizer): PhraseAutomaton<WordKind> {
  const phrasesOf = (kind: WordKind) => Object.values(languages).flatMap((language) => language[kind])
  return new PhraseAutomaton(new Map(wordKinds.map((kind) => [kind, phrasesOf(kind)])), normalizer)
}
