import type { Work } from '../../text/work.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import {
  type KeywordKind,
  type KeywordMatch,
  type KeywordMatches,
  keywordKinds,
  type LabelKind,
  type LabelMatch,
} from './keyword.ts'
import { composeLabels, resolveLabels } from './labels.ts'
import { nameTest } from './names.ts'
import type { PhrasesInText } from './phrase-automaton.ts'
import type { WordPatterns } from './word-patterns.ts'

/** A text, the phrases of its folded form, and the spans in which keywords are looked for. */
export interface KeywordText {
  plain: string
  phrases: PhrasesInText<KeywordKind>
  spans: readonly Span[]
}

/** Finds the keywords of all languages at once: mails mix languages, and none has to be detected. */
export function findKeywords(
  { plain, phrases, spans }: KeywordText,
  patterns: Pick<WordPatterns, 'genitive' | 'password'>,
  work: Work,
): KeywordMatches {
  const folded = phrases.text
  const matches = phrases.find(spans, work)
  const of = (kind: KeywordKind): KeywordMatch[] => matches[keywordKinds.indexOf(kind)] ?? []
  const named = [...of('intent'), ...of('field')].filter(hasSpace(folded)).sort((one, other) => one.start - other.start)
  const nouns = [...of('strong'), ...of('ambiguous'), ...of('weak'), ...of('number')]
  const isOfName = nameTest(plain, nouns)
  const negative = outside(withoutOverlaps(of('negative'), of('fresh').filter(hasSpace(folded))), named)
  const labels = [...nouns, ...negative.filter((match) => !isOfName(match))].filter(isLabel)
  const others = { things: of('thing').filter((match) => !isOfName(match)), genitive: patterns.genitive }
  return {
    labels: composeLabels(folded, {
      ...others,
      labels: resolveLabels(folded, labels, others),
      purposes: of('purpose'),
      password: patterns.password,
    }),
    things: others.things,
    intent: of('intent'),
    enter: withoutOverlaps(withoutOverlaps(of('enter'), of('negative')), of('share')),
    expiry: withoutOverlaps(withoutOverlaps(of('expiry'), of('strong')), of('negative')),
    share: of('share'),
    stale: of('stale'),
    elsewhere: outside(withoutCutOff(of('elsewhere'), of('strong')), named),
    connector: of('connector'),
    room: of('room'),
    negation: of('negation'),
    pointer: of('pointer'),
    field: of('field'),
    fresh: of('fresh'),
    resend: of('resend'),
  }
}

/** `In its place`: a phrase of more than one word means what it says, whatever else its words mean. */
const hasSpace =
  (folded: Uint16Array) =>
  ({ start, end }: KeywordMatch): boolean =>
    folded.subarray(start, end).includes(0x20)

/** The matches that overlap no other: `Verwendungszweck` requests nothing; `engangskode` and `24-hour line` do not say how long a code is valid. */
function withoutOverlaps(matches: KeywordMatch[], others: KeywordMatch[]): KeywordMatch[] {
  let at = 0
  return matches.filter(({ start, end }) => {
    while (at < others.length && (others[at]?.end ?? 0) <= start) at++
    return (others[at]?.start ?? end) >= end
  })
}

/** The matches that are no part of a longer one: `change of your phone number` and `screen of your phone` name no number. */
function outside(matches: KeywordMatch[], others: KeywordMatch[]): KeywordMatch[] {
  if (others.length === 0) return matches
  return matches.filter(({ start, end }) => {
    const next = firstIndexFrom(others, start + 1)
    return !others
      .slice(Math.max(0, next - maxCovering), next)
      .some((other) => other.end >= end && other.end - other.start > end - start)
  })
}

/** So many phrases may cover one. */
const maxCovering = 3

/** The matches that do not end inside another: `앱에서 확인코드` names a code, `앱에서 확인` a place. */
function withoutCutOff(matches: KeywordMatch[], others: KeywordMatch[]): KeywordMatch[] {
  let at = 0
  return matches.filter(({ start, end }) => {
    while (at < others.length && (others[at]?.start ?? 0) <= start) at++
    const other = others[at]
    return other === undefined || other.start >= end || other.end <= end
  })
}

const labelKinds: ReadonlySet<string> = new Set<LabelKind>(['strong', 'ambiguous', 'negative', 'weak', 'number'])
const isLabel = (match: KeywordMatch): match is LabelMatch => labelKinds.has(match.kind)
