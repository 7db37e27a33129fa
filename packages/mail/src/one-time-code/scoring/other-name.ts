import { type ExtractionContext, isCompound } from '../extraction-context.ts'
import type { KeywordMatches, LabelMatch } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import { wordEnd } from './distance.ts'
import { mayBeName, withNames } from './sender-name.ts'

const maxNounChars = 20
const maxPhraseChars = 48
const nounBefore = /(?<![\p{L}\p{N}])[a-z\u00c0-\u024f]{4,20}(?=[ -]$)/iu
const nounWithoutSpace = /([\u30a0-\u30ff\u3400-\u9fff]{2,10})([\u3041-\u309f]?)$/u
const nounBehind = /^( (?:[\p{L}\p{M}']{1,8} ){0,2})(\p{Ll}[\p{Ll}\p{Lo}\p{M}]{2,19}|\p{Lo}{3,20})(?![\p{L}\p{N}])/u

/**
 * A word for codes is only the end of another name: of a compound (`Partnercode`), or beside a noun that no list knows (`quorum code`,
 * `code quorum:`, `code of the door is`). A name is that of the sender (`Your Orbit code`).
 */
export function isOtherName(context: ExtractionContext, label: LabelMatch): boolean {
  if (label.kind !== 'weak') return false
  const place = label.start * maxViewChars + label.end
  const known = knownNames.get(context) ?? new Map<number, boolean>()
  const isOther = known.get(place) ?? hasOtherName(context, label)
  knownNames.set(context, known.set(place, isOther))
  return isOther
}

/** By the places of the labels: each number of a view asks about the same ones. */
const knownNames = new WeakMap<ExtractionContext, Map<number, boolean>>()
/** No view is longer. */
const maxViewChars = 1 << 20

function hasOtherName(context: ExtractionContext, label: LabelMatch): boolean {
  if (isCompound(context.view.plain, label)) return true
  const { start, end } = withNames(context, label)
  return (
    (start === label.start && (isOfNounBefore(context, label) || isOfNounWithoutSpace(context, label))) ||
    (end === label.end && isOfNounBehind(context, label))
  )
}

/** `玄関のコード`, `退货码`; what stands in the subject, too, may be the sender. */
function isOfNounWithoutSpace(context: ExtractionContext, { start }: Span): boolean {
  const { patterns } = context
  const { plain, subjectEnd } = context.view
  const before = plain.slice(Math.max(0, start - maxNounChars), start)
  const [, run = '', joint = ''] = nounWithoutSpace.exec(before) ?? []
  const noun = run.slice([...run].findLastIndex((char) => patterns.genitive.test(char)) + 1)
  const from = start - joint.length - noun.length
  if (!patterns.genitive.test(joint)) return false
  if (noun.length < 2 || (from > subjectEnd && plain.slice(0, subjectEnd).includes(noun))) return false
  return isUnknown(context, noun, from)
}

function isOfNounBefore(context: ExtractionContext, { start }: Span): boolean {
  const [noun] = nounBefore.exec(context.view.plain.slice(Math.max(0, start - maxNounChars - 2), start)) ?? []
  if (noun === undefined) return false
  const from = start - noun.length - 1
  return isUnknown(context, noun, from) && !mayBeName(context, noun, from)
}

function isOfNounBehind(context: ExtractionContext, label: Span): boolean {
  const { view, keywords, patterns } = context
  const end = wordEnd(view, label)
  const [phrase = '', joint = '', noun = ''] = nounBehind.exec(view.plain.slice(end, end + maxPhraseChars)) ?? []
  if (noun === '' || !isUnknown(context, noun, end + joint.length)) return false
  const joints = joint.split(' ').filter((word) => word !== '')
  if (!joints.every((word) => patterns.genitive.test(word) || patterns.determiner.test(word))) return false
  const nounEnd = end + phrase.length
  if (/^ ?:/.test(view.plain.slice(nounEnd, nounEnd + 2))) return joints.length <= 1
  return keywords.connector[firstIndexFrom(keywords.connector, nounEnd)]?.start === nounEnd + 1
}

const isUnknown = ({ keywords, patterns }: ExtractionContext, noun: string, start: number): boolean =>
  !patterns.filler.test(noun) &&
  !patterns.determiner.test(noun) &&
  !isKeyword(keywords, { start, end: start + noun.length })

const isKeyword = (keywords: KeywordMatches, word: Span): boolean =>
  Object.entries(keywords).some(([kind, matches]: [string, readonly Span[]]) => {
    if (kind === 'things') return false
    const next = firstIndexFrom(matches, word.start)
    return [matches[next - 1], matches[next]].some((match) => match && match.start < word.end && match.end > word.start)
  })
