import { readdirSync, readFileSync } from 'node:fs'
import type { Work } from '../work.ts'
import { composeLabels } from './compose-labels.ts'
import { resolveLabels } from './label-overlaps.ts'
import { PhraseAutomaton, type PhraseHit } from './phrase-automaton.ts'

/**
 * What a phrase says of the number near it: `strong` names a one-time code, `ambiguous` one unless the mail is about bookings and the
 * like, `weak` some code, `number` any number at all, `negative` another kind of number.
 */
export type LabelKind = 'strong' | 'ambiguous' | 'negative' | 'weak' | 'number'

/**
 * What else mails with codes say: that an identity is proved (`intent`), that something is to be typed in (`enter`), how long the code
 * lives (`expiry`), that it is secret (`share`), that another code is void (`stale`) or came by another way (`elsewhere`), that a
 * number is what follows (`connector`), or stands in the subject (`pointer`); what those say that invite to a meeting (`room`); and
 * words that deny (`negation`).
 */
export type SignKind =
  | 'intent'
  | 'enter'
  | 'expiry'
  | 'share'
  | 'stale'
  | 'elsewhere'
  | 'connector'
  | 'room'
  | 'negation'
  | 'pointer'

/** Words for what one-time codes are for, which labels are put together from. */
type PartKind = 'purpose'

type Kind = LabelKind | SignKind | PartKind

export type LabelHit = PhraseHit<LabelKind> & {
  /** It names a password, which a mail mentions that is about one. */
  isPassword?: boolean
}
export type SignHit = PhraseHit<Kind>

/** All that the lexicon knows of a text; each list in the order of the text. */
export interface Findings extends Record<SignKind, SignHit[]> {
  labels: LabelHit[]
}

const kinds: Kind[] = [
  'strong',
  'ambiguous',
  'negative',
  'weak',
  'intent',
  'enter',
  'expiry',
  'share',
  'stale',
  'elsewhere',
  'connector',
  'room',
  'negation',
  'pointer',
  'purpose',
  'number',
]

/** Finds the phrases of all languages at once: mails mix them, and what their language is need not be known. */
export function findPhrases(folded: Uint16Array, work: Work): Findings {
  automaton ??= loadAutomaton()
  const hits = automaton.find(folded, work)
  const of = (kind: Kind): SignHit[] => hits[kinds.indexOf(kind)] ?? []
  const labels = [...of('strong'), ...of('ambiguous'), ...of('negative'), ...of('weak')].filter(isLabel)
  return {
    labels: composeLabels(folded, {
      labels: resolveLabels(folded, labels),
      numbers: of('number'),
      purposes: of('purpose'),
    }),
    intent: of('intent'),
    enter: outside(of('enter'), of('negative')),
    expiry: outside(outside(of('expiry'), of('strong')), of('negative')),
    share: of('share'),
    stale: of('stale'),
    elsewhere: uncut(of('elsewhere'), of('strong')),
    connector: of('connector'),
    room: of('room'),
    negation: of('negation'),
    pointer: of('pointer'),
  }
}

/** The hits that no other touches: `Verwendungszweck` asks for nothing; `engangskode` and `24-hour line` do not say how long a code lives. */
function outside(hits: SignHit[], others: SignHit[]): SignHit[] {
  let at = 0
  return hits.filter(({ start, end }) => {
    while (at < others.length && (others[at]?.end ?? 0) <= start) at++
    return (others[at]?.start ?? end) >= end
  })
}

/** The hits that do not end inside another: `앱에서 확인코드` names a code, `앱에서 확인` a place. */
function uncut(hits: SignHit[], others: SignHit[]): SignHit[] {
  let at = 0
  return hits.filter(({ start, end }) => {
    while (at < others.length && (others[at]?.start ?? 0) <= start) at++
    const other = others[at]
    return other === undefined || other.start >= end || other.end <= end
  })
}

const labelKinds: ReadonlySet<string> = new Set<LabelKind>(['strong', 'ambiguous', 'negative', 'weak', 'number'])
const isLabel = (hit: SignHit): hit is LabelHit => labelKinds.has(hit.kind)

let automaton: PhraseAutomaton<Kind> | undefined

/** Reads the package's own data: one file for each language, so that a further language is a further file. */
function loadAutomaton(): PhraseAutomaton<Kind> {
  const folder = new URL('lexicon/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const lexicons = files.sort().map((file): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  return new PhraseAutomaton(
    new Map(kinds.map((kind) => [kind, lexicons.flatMap((lexicon) => phrasesOf(lexicon, kind))])),
  )
}

/** The phrases of one kind; an entry that needs its reason told is an object with `phrase` and `why`. */
function phrasesOf(lexicon: unknown, kind: Kind): string[] {
  const entries = isRecord(lexicon) ? lexicon[kind] : []
  if (!Array.isArray(entries)) return []
  return entries
    .map((entry: unknown) => (isRecord(entry) ? entry.phrase : entry))
    .filter((entry) => typeof entry === 'string')
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
