import type { ActionKind } from '@inlet/contract'
import type { Work } from '../text/work.ts'
import { kindsOfWords, type WordKind, type WordMatch } from './action-words.ts'
import { type ActionSource, candidateReader, type LinkCandidate, type ShownLinks } from './link-candidates.ts'
import { mayNameAction } from './url-facts.ts'
import type { FoundWords, WordFinder } from './word-finder.ts'

/** A link with what it does and how sure that is. */
export interface ScoredLink {
  candidate: LinkCandidate
  kind: ActionKind
  score: number
}

const points = {
  ownWords: 40,
  /** Every mail of a site asks its reader to log in. */
  ownWordsToSignIn: 25,
  longWords: 25,
  url: 25,
  secret: 20,
  id: 10,
  subject: 15,
  near: 15,
  /** A bare URL has its words before it. */
  nearBare: 25,
  alone: 8,
  sendersHost: 4,
  bulk: -15,
  notYou: -45,
  afterCopyright: -30,
  inRow: -30,
}
/** From this score on a link is taken. */
export const threshold = 55
/** Words near a link decide only about so many, the likeliest ones. */
const maxRead = 4
const maxSubjectChars = 300
const longChars = 60
const charsBefore = 180
const charsAfter = 80

/** Scores the links of a mail: first by their own words, then those that may still be it also by the words around them. */
export function scoreLinks(
  shown: ShownLinks,
  source: ActionSource,
  { finder, work }: { finder: WordFinder; work: Work },
): ScoredLink[] {
  const { body, links } = shown
  const { subject, isBulk } = source
  const [titled, ...own] = finder.find([subject.slice(0, maxSubjectChars), ...links.map(({ text }) => text)], work)
  const inSubject = kindsIn(titled?.matches ?? [])
  let candidateOf: ReturnType<typeof candidateReader> | undefined
  const read: ReadLink[] = []
  for (const [index, { url, text }] of links.entries()) {
    const words = own[index]
    if (!words || isRefusal(words.matches)) continue
    const named = kindNamed(words.matches)
    // Most links of most mails end here: nothing around them could make them an action.
    if (named === null && inSubject.size === 0 && !isBareUrl(text) && !mayNameAction(url)) continue
    candidateOf ??= candidateReader(shown, source)
    const candidate = candidateOf(index)
    if (candidate) read.push(readLink(candidate, named, { inSubject, isBulk }))
  }
  const hopeful = read
    .filter(({ score, kind }) => score + points.nearBare + (kind === null ? points.subject : 0) >= threshold)
    .sort((one, other) => other.score - one.score)
    .filter(isFirstToTarget())
    .slice(0, maxRead)
  if (hopeful.length === 0) return []
  const around = finder.find(
    hopeful.flatMap(({ candidate: { start, end } }) => [
      body.slice(Math.max(0, start - charsBefore), start),
      body.slice(end, end + charsAfter),
    ]),
    work,
  )
  return hopeful.flatMap((link, index) => {
    const [before, after] = around.slice(index * 2, index * 2 + 2)
    return before && after ? (withSurroundings(link, { before, after }, { inSubject, isBulk }) ?? []) : []
  })
}

/** Of several links to one target only the likeliest is asked about further. */
function isFirstToTarget(): (link: ReadLink) => boolean {
  const known = new Set<string>()
  return ({ candidate: { key } }) => !known.has(key) && known.add(key).size > 0
}

/** A link by its own words and its URL; `kind` is null where these do not say what it does. */
interface ReadLink {
  candidate: LinkCandidate
  kind: ActionKind | null
  /** The kind that its words name. */
  named: ActionKind | null
  score: number
}

interface MailFacts {
  inSubject: ReadonlySet<ActionKind>
  isBulk: boolean
}

function readLink(candidate: LinkCandidate, named: ActionKind | null, { inSubject, isBulk }: MailFacts): ReadLink {
  const kind = kindOf(named, candidate.kind) ?? (inSubject.size === 1 ? ([...inSubject][0] ?? null) : null)
  let score = 0
  if (named !== null) score += ownPoints(named, candidate.text)
  if (candidate.kind !== null) score += points.url
  if (candidate.secrecy === 2) score += points.secret
  if (candidate.secrecy === 1) score += points.id
  if (kind !== null && inSubject.has(kind)) score += points.subject
  if (candidate.isAlone) score += points.alone
  if (candidate.isOfSender) score += points.sendersHost
  if (isBulk) score += points.bulk
  if (candidate.isAfterCopyright) score += points.afterCopyright
  if (candidate.isInRow) score += points.inRow
  return { candidate, kind, named, score }
}

function ownPoints(named: ActionKind, text: string): number {
  if (text.length > longChars) return points.longWords
  return named === 'sign-in' ? points.ownWordsToSignIn : points.ownWords
}

/** `Confirm` says less of what is confirmed than the URL does. */
const specific: ReadonlySet<ActionKind> = new Set(['unsubscribe', 'approve', 'invite'])

const kindOf = (named: ActionKind | null, ofUrl: ActionKind | null): ActionKind | null =>
  named === 'verify' && ofUrl !== null && specific.has(ofUrl) ? ofUrl : (named ?? ofUrl)

/** The text on both sides of a link. */
interface Surroundings {
  before: FoundWords
  after: FoundWords
}

function withSurroundings(
  { candidate, kind: known, named, score: own }: ReadLink,
  { before, after }: Surroundings,
  { inSubject, isBulk }: MailFacts,
): ScoredLink | null {
  const sameLine = before.text.lastIndexOf('\n') + 1
  const lineEnd = after.text.search(/\n|$/)
  const label = before.matches.filter(({ start }) => start >= sameLine)
  const rest = after.matches.filter(({ start }) => start < lineEnd)
  const isBare = isBareUrl(candidate.text)
  const last = before.matches.findLast(({ kind }) => kind !== 'codeOrAccount' && kind !== 'link')
  const nearest = kindNamed(last ? [last] : []) ?? kindNamed(rest)
  const kind = known ?? nearest
  if (kind !== 'unsubscribe' && (isBare || named === null) && isForOther(isBare ? label : [...label, ...rest]))
    return null
  if (kind === null || !mayBe(kind, { ...candidate, named }, { inSubject, isBulk })) return null
  const near = kindsIn([...before.matches, ...after.matches])
  let score = own
  if (known === null && inSubject.has(kind)) score += points.subject
  if (near.has(kind)) score += isBare ? points.nearBare : points.near
  if ([...label, ...rest].some(isNotYou)) score += points.notYou
  return { candidate, kind, score }
}

/** What some kinds need beside their words: a link to a login page, or to leave a newsletter, is in many mails. */
function mayBe(
  kind: ActionKind,
  { secrecy, kind: ofUrl, named }: LinkCandidate & { named: ActionKind | null },
  { inSubject, isBulk }: MailFacts,
): boolean {
  if (kind === 'unsubscribe') return !isBulk && inSubject.has('unsubscribe')
  if (kind === 'sign-in')
    return secrecy > 0 && (ofUrl === 'sign-in' || (named === 'sign-in' && inSubject.has('sign-in')))
  if (kind === 'reset') return secrecy > 0
  return secrecy > 0 || ofUrl !== null
}

const isBareUrl = (text: string): boolean => text.includes('://')

const isNotYou = ({ kind }: WordMatch): boolean => kind === 'notYou'

/** The kind that words name first; of two that begin together the longer. To leave a list is said in words of other kinds, too. */
function kindNamed(matches: readonly WordMatch[]): ActionKind | null {
  let first: ActionKind | null = null
  for (const { kind } of matches) {
    const action = kindsOfWords.get(kind)
    if (action === 'unsubscribe') return action
    first ??= action ?? null
  }
  return first
}

function kindsIn(matches: readonly WordMatch[]): Set<ActionKind> {
  const kinds = new Set<ActionKind>()
  for (const { kind } of matches) {
    const action = kindsOfWords.get(kind)
    if (action) kinds.add(action)
  }
  return kinds
}

/** Whether words decline, or name another place, and no longer phrase over them names an action: `Cancel` does, `Cancel subscription` does not. */
function isRefusal(matches: readonly WordMatch[]): boolean {
  const covers = ({ start, end }: WordMatch): boolean =>
    matches.some((other) => kindsOfWords.has(other.kind) && other.start <= start && other.end >= end)
  const has = (wanted: WordKind): boolean => matches.some((match) => match.kind === wanted && !covers(match))
  return has('decline') || (kindNamed(matches) === null && has('elsewhere'))
}

/** Whether the words beside a link that has no others say that it refuses something, or leaves a list. */
const isForOther = (line: readonly WordMatch[]): boolean => isRefusal(line) || kindNamed(line) === 'unsubscribe'
