import ambiguous from './lexicon/ambiguous.json' with { type: 'json' }
import connectors from './lexicon/connectors.json' with { type: 'json' }
import expiry from './lexicon/expiry.json' with { type: 'json' }
import intent from './lexicon/intent.json' with { type: 'json' }
import negative from './lexicon/negative.json' with { type: 'json' }
import share from './lexicon/share.json' with { type: 'json' }
import strong from './lexicon/strong.json' with { type: 'json' }
import weak from './lexicon/weak.json' with { type: 'json' }
import { normalText } from './normal-text.ts'
import { type PhraseHit, PhraseTrie, type TextUnits } from './phrase-trie.ts'

/**
 * What a phrase says of the number near it: `strong` names a one-time code, `ambiguous` one unless the mail is about bookings and the
 * like, `weak` some code, `negative` another kind of number.
 */
export type LabelKind = 'strong' | 'ambiguous' | 'weak' | 'negative'

/** What mails with codes also say, wherever they say it. */
export type SignKind = 'intent' | 'expiry' | 'share'

export type LabelHit = PhraseHit<LabelKind>

type Lexicon = Record<string, string[]>

// What is listed twice keeps its first meaning.
const labelTrie = trieOf<LabelKind>([
  ['strong', strong],
  ['ambiguous', ambiguous],
  ['negative', negative],
  ['weak', weak],
])

// Apart from the labels, which they would hide where they overlap.
const signTrie = trieOf<SignKind>([
  ['share', share],
  ['expiry', expiry],
  ['intent', intent],
])

function trieOf<Kind>(lexicons: [Kind, Lexicon][]): PhraseTrie<Kind> {
  const trie = new PhraseTrie<Kind>()
  for (const [kind, lexicon] of lexicons) {
    for (const phrase of Object.values(lexicon).flat()) trie.add(phrase, kind)
  }
  return trie
}

const connectorPhrases = Object.values(connectors)
  .flat()
  .map((phrase) => normalText(phrase).folded)

/** The labels of a folded text, in its order; a kind-of-number word joined to a weak one (`gift code`) makes it negative. */
export function findLabels(folded: string, text: TextUnits): LabelHit[] {
  const hits = labelTrie.find(text)
  return hits.map((hit, at) => {
    const before = hits[at - 1]
    const isJoined =
      before?.kind === 'negative' && hit.start - before.end <= 1 && !folded.slice(before.end, hit.start).includes('\n')
    return hit.kind === 'weak' && isJoined ? { ...hit, kind: 'negative' } : hit
  })
}

/** Whether the text between a number and the label behind it says that the one is the other (`123456 is your code`). */
export function isConnector(folded: string): boolean {
  return connectorPhrases.some((phrase) => folded.includes(phrase))
}

/** The signs that a text shows anywhere. */
export function findSigns(text: TextUnits): ReadonlySet<SignKind> {
  return new Set(signTrie.find(text).map((hit) => hit.kind))
}
