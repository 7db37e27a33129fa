import type { Candidate, Span } from './candidate.ts'
import { continuesWord } from './characters.ts'
import type { SignHit } from './lexicon.ts'
import type { MailView } from './mail-view.ts'
import { firstFrom, type Scene } from './scene.ts'

/** From this reach on, a label stands right at the number. */
export const directReach = 50
const maxReachChars = 600
const maxWordChars = 24

/** How far apart two spans stand, `after` behind `before`. */
interface Distance {
  chars: number
  lines: number
  cells: number
  sentences: number
  /** What stands between; cut where it is long. */
  gap: string
}

/** Points, up to 60, for how plainly a phrase refers to a candidate behind it. */
export function reachBefore(scene: Scene, phrase: Span & { kind?: string }, candidate: Candidate): number {
  const { view } = scene
  const end = wordEnd(view, phrase)
  if (end > candidate.start) return 60
  const distance = distanceOf(view, { before: { start: phrase.start, end }, after: candidate })
  if (distance.chars > maxReachChars) return 0
  const reach = placeReach(view, { phrase, candidate, distance })
  if (speaksForAnother(scene, end, candidate)) return reach * 0.5
  const isNegative = phrase.kind === 'negative'
  if (!isConsumed(scene, { start: end, end: candidate.start }, isNegative)) return reach
  return reach * (isNegative ? 0.15 : 0.4)
}

function placeReach(
  view: MailView,
  { phrase, candidate, distance }: { phrase: Span; candidate: Candidate; distance: Distance },
): number {
  if (distance.lines > 0) return reachOverLines(view, { phrase, candidate, distance })
  return distance.cells > 0 ? reachOverCells(distance, candidate) : reachWithinCell(distance)
}

function reachWithinCell({ chars, sentences, gap }: Distance): number {
  if (sentences === 0) {
    if (chars <= 60 && leadsIn(gap)) return /[,;(]/.test(gap) ? 46 : 60
    if (chars <= 25) return 58
    if (chars <= 60) return 50
    return chars <= 110 ? 44 : chars <= 200 ? 32 : 12
  }
  if (sentences > 1) return 8
  return chars <= 12 ? 32 : chars <= 60 ? 25 : 10
}

function reachOverCells({ chars, cells }: Distance, { isAlone }: Candidate): number {
  if (chars > 120) return 15
  const reach = cells === 1 ? 58 : cells === 2 ? 40 : 15
  return isAlone ? reach : reach * 0.8
}

function reachOverLines(
  view: MailView,
  { phrase, candidate, distance }: { phrase: Span; candidate: Candidate; distance: Distance },
): number {
  const { chars, lines, sentences, gap } = distance
  if (!candidate.isAlone) {
    if (lines <= 2 && chars <= 160 && opensLine(view, candidate) && leadsIn(gap)) return 50
    if (lines > 1 || chars > 160) return 5
    return sentences === 0 ? (chars <= 100 ? 44 : 30) : 10
  }
  if (lines === 1) {
    if (!isSameColumn(view, phrase, candidate)) return 5
    if (leadsIn(gap)) return 57
    return chars <= 30 ? 53 : chars <= 160 ? 48 : 38
  }
  if (lines <= 4 && chars <= 300) return (leadsIn(gap) ? 48 : 44) - 4 * (lines - 2)
  return lines <= 8 ? 20 : 5
}

/** Points, up to 58, for how plainly a phrase refers to a candidate before it: `482913 is your code`. */
export function reachAfter(scene: Scene, phrase: Span, candidate: Candidate): number {
  const { view, tone } = scene
  const { chars, lines, cells, sentences } = distanceOf(view, { before: candidate, after: phrase })
  if (chars > 120) return 0
  if (lines + cells + sentences === 0 && isConnected(scene, candidate, phrase)) return 58
  if (isLabelOfNext(scene, phrase, candidate)) return 0
  if (lines > 0 && hasOther(scene, { start: candidate.end, end: phrase.start })) return 0
  if (lines > 0)
    return candidate.isAlone && lines === 1 ? (chars <= 30 ? 38 : 32) : sentences === 0 && lines === 1 ? 34 : 0
  if (cells > 0) return cells === 1 ? 25 : 0
  if (sentences > 0) return sentences === 1 && chars <= 40 && tone.has('intent') && tone.has('expiry') ? 24 : 0
  const isFirst = candidate.start === 0 || view.plain[candidate.start - 1] === '\n'
  const reach = (chars <= 12 ? 45 : chars <= 25 ? 35 : chars <= 60 ? 22 : 12) + (isFirst ? 5 : 0)
  // A new clause is about something new.
  return /[,.:;()[\]-]/.test(view.plain.slice(candidate.end, phrase.start)) ? reach * 0.6 : reach
}

const hasOther = ({ candidates }: Scene, { start, end }: Span): boolean =>
  (candidates[firstFrom(candidates, start)]?.end ?? end + 1) <= end

/** `482913 is your code`, `482913 - your code`: what stands between says that the one is the other. */
function isConnected({ view, findings: { connector } }: Scene, candidate: Span, phrase: Span): boolean {
  const gap = view.plain.slice(candidate.end, phrase.start)
  if (
    gap.length <= maxNameChars &&
    /^ ?- /.test(gap) &&
    /^\s*$/.test(view.plain.slice(Math.max(0, candidate.start - 1), candidate.start))
  )
    return true
  const next = connector[firstFrom(connector, candidate.end)]
  return (
    next !== undefined &&
    next.start - candidate.end <= 12 &&
    next.start < phrase.end &&
    phrase.start - next.end <= maxNameChars
  )
}

/** A phrase behind one number that plainly announces the next. */
function isLabelOfNext(scene: Scene, phrase: Span, candidate: Candidate): boolean {
  const { candidates, view } = scene
  const next = candidates[firstFrom(candidates, phrase.end)]
  if (!next || next.code === candidate.code || next.start - phrase.end > 120) return false
  if (isNamedElse(scene, phrase.end, next)) return false
  const distance = distanceOf(view, { before: { start: phrase.start, end: wordEnd(view, phrase) }, after: next })
  return placeReach(view, { phrase, candidate: next, distance }) >= directReach
}

export function distanceOf({ plain, places }: MailView, { before, after }: { before: Span; after: Span }): Distance {
  const from = Math.max(before.end - 1, 0)
  const between = (numbers: Uint16Array): number => (numbers[after.start] ?? 0) - (numbers[from] ?? 0)
  const chars = after.start - before.end
  return {
    chars,
    lines: between(places.lines),
    cells: between(places.cells),
    sentences: between(places.sentences),
    gap: plain.slice(Math.max(before.end, after.start - 160), after.start),
  }
}

/** The gap ends in a colon, an arrow or the like, apart from quotes and brackets. */
export const leadsIn = (gap: string): boolean => /[:=>\u2192\u279c\u25b6-][\s"'*_`([{«「『【“„]*$/.test(gap)

/** Whether a phrase leads to a candidate behind it without other words: `code: 482913`, `your PIN is 4829`, or over lines and cells. */
export function isLinked(
  { view, findings: { connector, intent } }: Scene,
  phrase: SignHit,
  candidate: Candidate,
): boolean {
  const end = wordEnd(view, phrase)
  const { cells } = view.places
  if ((cells[end] ?? 0) !== (cells[candidate.start] ?? 0)) return true
  const gap = view.plain.slice(end, Math.min(candidate.start, end + maxReachChars))
  if (!/\p{L}/u.test(gap)) return true
  if (leadsIn(gap)) {
    if (phrase.kind === 'strong' || phrase.kind === 'ambiguous') return true
    // `Code to sign in: 4829`, but not `Code of the offer: 4829`.
    const purpose = intent[firstFrom(intent, end)]
    if (purpose && purpose.end <= candidate.start) return true
  }
  const last = connector[firstFrom(connector, candidate.start) - 1]
  return last !== undefined && last.end >= end && candidate.start - last.end <= 3
}

/**
 * Whether another number in a gap has taken the phrase before it: not if it only stands in the sentence that announces the one behind
 * the gap, and, of a phrase that speaks for a code, not if it belongs to another word.
 */
function isConsumed(scene: Scene, gap: Span, isNegative: boolean): boolean {
  const { candidates } = scene
  const candidate = candidates[firstFrom(candidates, gap.end)]
  for (let at = firstFrom(candidates, gap.start); at < candidates.length; at++) {
    const other = candidates[at]
    if (!other || other.end > gap.end) return false
    if (other.code === candidate?.code || (!other.isAlone && candidate?.isAlone)) continue
    if (isNegative || !(headsAnother(scene, other) || isNamedElse(scene, gap.start, other))) return true
  }
  return false
}

/**
 * `The code for order 8847201: 482913`: a number that a colon joins to the next is a part of its label. Behind a mark more may stand
 * between: `Code for transfer no. 71840293 of 16 March: 386205`.
 */
export function headsAnother({ view, candidates }: Scene, { end, hasMark }: Candidate): boolean {
  const next = candidates[firstFrom(candidates, end)]
  if (next === undefined || next.start - end > maxLabelChars) return false
  const gap = view.plain.slice(end, next.start)
  return hasMark ? /^[^\n:]*: ?\n?[*"']{0,2}$/.test(gap) : /^ ?: ?\n?[*"']{0,2}$/.test(gap)
}

const maxLabelChars = 60

/** `The code for order 8847201 is …`: the number in between belongs to another word. */
function isNamedElse({ findings: { labels } }: Scene, from: number, { start }: Candidate): boolean {
  const label = labels[firstFrom(labels, start) - 1]
  return label?.kind === 'negative' && label.start >= from && start - label.end <= maxNameChars
}

const maxNameChars = 20

/** Whether the candidate has a label of its own that the lexicon does not know: another cell of its row, or a line that ends in a colon. */
function speaksForAnother(scene: Scene, from: number, candidate: Candidate): boolean {
  const own = ownLabel(scene.view, candidate)
  if (own === null || own.start < from) return false
  const { labels } = scene.findings
  const last = labels[firstFrom(labels, own.end) - 1]
  return last === undefined || last.end <= own.start
}

/** What stands in a row before a number that is alone in its cell, or on a line of its own with a colon above it. */
export function ownLabel(view: MailView, { start, isAlone }: Candidate): Span | null {
  if (!isAlone) return null
  const lineAt = lineStart(view, start)
  const row = view.plain.slice(lineAt, start)
  if (/\p{L}/u.test(row)) return { start: lineAt, end: start }
  const above = view.plain.slice(Math.max(0, lineAt - maxOwnLabelChars), lineAt).trimEnd()
  if (!above.endsWith(':')) return null
  const headAt = above.lastIndexOf('\n') + 1
  const head = above.slice(headAt)
  // A short line below a long one is the rest of its sentence.
  const isWrapped = /[\p{L}\d,]\n$/u.test(above.slice(0, headAt)) && isLongLine(above.slice(0, headAt))
  const isHead = !isWrapped && head.length < maxHeadChars && /\p{L}/u.test(head)
  return isHead ? { start: Math.max(0, lineAt - maxOwnLabelChars) + headAt, end: lineAt } : null
}

/** The short line above a number that is alone on its own: the head of a row that a mail has set below each other. */
export function lineAbove(view: MailView, { start, isAlone }: Candidate): Span | null {
  if (!isAlone) return null
  const lineAt = lineStart(view, start)
  const above = view.plain.slice(Math.max(0, lineAt - maxHeadChars - 4), lineAt).trimEnd()
  const headAt = above.lastIndexOf('\n') + 1
  if (headAt === 0 || headAt === above.length) return null
  return { start: Math.max(0, lineAt - maxHeadChars - 4) + headAt, end: lineAt }
}

const maxOwnLabelChars = 100
const maxHeadChars = 30
const minWrappedChars = 45

const isLongLine = (above: string): boolean =>
  above.length - 1 - (above.lastIndexOf('\n', above.length - 2) + 1) >= minWrappedChars

/** Where the word ends that a stem was found in. */
export function wordEnd({ folded }: MailView, { end }: Span): number {
  let at = end
  while (at - end < maxWordChars && continuesWord(folded[at] ?? 0)) at++
  return at
}

const opensLine = ({ plain }: MailView, { start }: Span): boolean =>
  /\n[^\p{L}\d\n]*$/u.test(plain.slice(Math.max(0, start - 4), start))

/** A table's heads stand above its values: a label in another column speaks of another number. */
function isSameColumn(view: MailView, phrase: Span, candidate: Candidate): boolean {
  const { cells } = view.places
  const columnOf = (at: number): number => (cells[at] ?? 0) - (cells[lineStart(view, at)] ?? 0)
  const [column, headColumn] = [columnOf(candidate.start), columnOf(phrase.start)]
  const [restOfHead = ''] = view.plain.slice(phrase.end, phrase.end + maxOwnLabelChars).split('\n', 1)
  const isTable = column > 0 || headColumn > 0 || restOfHead.includes('\t')
  return !isTable || headColumn === column
}

const maxLineChars = 2000

/** Where the line begins; of an endless one a place in it. */
function lineStart({ plain }: MailView, at: number): number {
  const from = Math.max(0, at - maxLineChars)
  return from + plain.slice(from, at).lastIndexOf('\n') + 1
}
