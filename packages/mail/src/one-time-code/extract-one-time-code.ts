import { htmlToText, type RenderedHtml } from '../html/html-to-text.ts'
import { StyleReader } from '../html/text-style.ts'
import type { Work } from '../text/work.ts'
import type { Candidate } from './candidates/candidate.ts'
import type { OtherNumber } from './candidates/excluded-numbers.ts'
import { type CandidateSearch, findCandidates } from './candidates/find-candidates.ts'
import { likeliest } from './candidates/nearest-to-labels.ts'
import { spansAround } from './candidates/spans-around.ts'
import { type CodeExplanation, explainViews, type ViewScores } from './explain-one-time-code.ts'
import { type ExtractionContext, MailFeatures } from './extraction-context.ts'
import { findKeywords } from './keywords/find-keywords.ts'
import { type Lexicon, loadLexicon } from './keywords/lexicon.ts'
import { type FeatureTable, featureTable } from './scoring/feature-table.ts'
import { isNamedElse, type ScoredCandidate, scoreCandidates } from './scoring/score-candidates.ts'
import { type Body, textBody, type ViewText, viewOf, withPositions } from './view/mail-view.ts'
import { TextNormalizer } from './view/normal-text.ts'
import { PositionReader } from './view/text-positions.ts'
import { maxWordingPoints, Wording, type WordingPoints, type WordingSample } from './wording/wording.ts'

/** The parts of a mail from which a code is extracted. */
export interface CodeSource {
  subject: string
  /** The text part; `''` where there is none. */
  text: string
  /** The HTML part, as source or already rendered. */
  html?: string | RenderedHtml | undefined
  /** The value of an `OTP-Token` header, if the mail has one. */
  otpTokenHeader?: string | undefined
}

/** A one-time code in canonical form (ASCII, separators and vendor prefix removed, case kept), with its score. */
export interface OneTimeCode {
  code: string
  /** 51 or more: a code with less is not returned. */
  score: number
  /** The names of the features that made the score; never holds the code. */
  reason: string
  /** Where it stands. */
  view: 'subject' | 'html' | 'text'
}

const threshold = 51
/** From this score on the HTML decides alone, and the text part is not read. */
const certainScore = 85
/** A number that a label plainly names has more. */
const mostInLetter = 66
const maxSubjectChars = 1000
const maxViewChars = 64 * 1024
const maxHtmlChars = 512 * 1024
const minTextChars = 20

/**
 * Finds the one-time code that a mail brings its reader, or null where it brings none: numbers of orders, phones, prices, dates,
 * bookings and coupons are not codes, hidden text does not count, and no code is better than a wrong one. Deterministic, linear over
 * the head of each view (64 Ki characters rendered, 512 Ki of HTML); never throws.
 */
export type CodeExtractor = (source: CodeSource, work?: Work) => OneTimeCode | null

/** Reads the one-time codes of mails. */
export interface CodeReader {
  extract: CodeExtractor
  /** Says of every candidate in both views what it scored and why, and of a mail without a code why it has none. */
  explain: (source: CodeSource) => CodeExplanation
  /** What the classifiers of the wording see of each view; they are fitted to it. */
  sample: (source: CodeSource) => WordingSample[]
}

/** For tools: a lexicon of their own, and the name of a feature that does not count. */
export interface ReaderOptions {
  lexicon?: Lexicon
  without?: string
}

/**
 * Makes a reader. That reads the files of all languages, and remembers characters and styles that it has met, so a thread makes
 * one and keeps it. Its working memory, some 1.3 MB at most, holds the last text until the next overwrites it.
 */
export function createCodeReader({ lexicon: own, without }: ReaderOptions = {}): CodeReader {
  const normalizer = new TextNormalizer()
  const lexicon = own ?? loadLexicon(normalizer)
  const styles = new StyleReader()
  const positions = new PositionReader()
  const wording = new Wording()
  const table = featureTable(without)

  const htmlBodyOf = (html: CodeSource['html'], work: Work): Body | null => {
    const rendered = typeof html === 'string' ? htmlToText(html.slice(0, maxHtmlChars), { styles, work }) : html
    return rendered && rendered.text !== '' ? htmlBody(rendered) : null
  }
  const viewIn = (subject: string, body: Body): ViewText => viewOf(subject.slice(0, maxSubjectChars), body, normalizer)

  const prepare = ({ subject, html, otpTokenHeader }: CodeSource, work: Work, others?: OtherNumber[]) => {
    const announced = codesInHeader(otpTokenHeader, normalizer)
    const score = (body: Body): ViewScores =>
      scoreView(viewIn(subject, body), { announced, lexicon, positions, table, wording, work, others })
    const body = htmlBodyOf(html, work)
    return { fromHtml: body && score(body), score }
  }

  return {
    extract: (source, work = { steps: 0 }) => {
      const { fromHtml, score } = prepare(source, work)
      if (fromHtml?.best && fromHtml.best.score >= certainScore) return fromHtml.best
      return decide(fromHtml, isTextRead(fromHtml, source.text) ? score(plainBody(source.text)) : null)
    },
    explain: (source) => {
      const others: OtherNumber[] = []
      const { fromHtml, score } = prepare(source, { steps: 0 }, others)
      const fromText = isTextRead(fromHtml, source.text) ? score(plainBody(source.text)) : null
      const isCertain = fromHtml?.best && fromHtml.best.score >= certainScore
      return explainViews({ found: isCertain ? fromHtml.best : decide(fromHtml, fromText), fromHtml, fromText, others })
    },
    sample: ({ subject, text, html }) => {
      const work = { steps: 0 }
      const body = htmlBodyOf(html, work)
      const bodies = [...(body ? [body] : []), ...(isTextRead(body, text) ? [plainBody(text)] : [])]
      return bodies.map((read) => {
        const text = viewIn(subject, read)
        const search = { lexicon, work, phrases: lexicon.automaton.in(text.folded) }
        const candidates = findCandidates(text, search)
        const context = contextOf(text, candidates, { ...search, positions })
        return wording.sample(text, candidates, scoreCandidates(context, table).inLetter())
      })
    },
  }
}

const htmlBody = ({ text, layout }: RenderedHtml): Body => ({ name: 'html', text: text.slice(0, maxViewChars), layout })

const plainBody = (text: string): Body => textBody(text.slice(0, maxViewChars).replaceAll('\r\n', '\n'))

/** A text part that only says that the mail is HTML has no digits or is very short; without HTML the text part is all there is. */
const isTextRead = (html: Body | ViewScores | null, text: string): boolean =>
  html === null || (text.length >= minTextChars && /\p{Nd}|[A-Z]{3}-?[A-Z]{3}/u.test(text))

interface ScoringInput {
  /** Codes in the `OTP-Token` header. */
  announced: string[]
  lexicon: Lexicon
  positions: PositionReader
  table: FeatureTable
  wording: Wording
  work: Work
  /** Gets what the numbers are that are no candidates. */
  others: OtherNumber[] | undefined
}

function scoreView(
  text: ViewText,
  { announced, lexicon, positions, table, wording, work, others }: ScoringInput,
): ViewScores {
  const search = { lexicon, work, phrases: lexicon.automaton.in(text.folded) }
  const candidates = findCandidates(text, { ...search, others })
  if (candidates.length === 0) return { best: null, all: new Map(), candidates }
  const inHeader = candidates.find(({ code }) => announced.includes(code))
  if (inHeader)
    return viewScoresOf(text, {
      candidates,
      scored: [{ candidate: inHeader, score: 100, reason: 'otp-token', isDecided: true, isPlain: true }],
    })

  const context = contextOf(text, candidates, { ...search, positions })
  const { best, inLetter } = scoreCandidates(context, table)
  const judge = wording.judge(context.view)
  const scored = new Map<string, ScoredCandidate>()
  for (const [code, found] of best)
    scored.set(code, isUndecided(found) ? withWording(found, judge.of(found.candidate)) : found)
  const isNamed = [...scored.values()].some(({ score }) => score >= threshold)
  for (const { candidate, features } of isNamed ? [] : inLetter()) {
    const score = Math.min(mostInLetter, Math.round(threshold + judge.inLetter(candidate, features)))
    if (score >= threshold)
      scored.set(candidate.code, { candidate, score, reason: 'letter', isDecided: false, isPlain: false })
  }
  const scores = viewScoresOf(text, { candidates, scored: scored.values() })
  return others ? { ...scores, namedElse: namedElse({ ...context, candidates }, table) } : scores
}

function contextOf(
  text: ViewText,
  candidates: Candidate[],
  { lexicon, work, phrases, positions }: Required<Omit<CandidateSearch, 'others'>> & Pick<ScoringInput, 'positions'>,
): ExtractionContext {
  const { patterns } = lexicon
  const spans = spansAround(candidates, { subjectEnd: text.subjectEnd, length: text.plain.length })
  const view = withPositions(text, spans, positions)
  const keywords = findKeywords({ plain: text.plain, phrases, spans }, patterns, work)
  return {
    view,
    candidates: likeliest(candidates, { keywords, subjectEnd: view.subjectEnd }),
    keywords,
    features: new MailFeatures(keywords, view, patterns),
    patterns,
  }
}

/** The phrases alone decide neither for a code nor against it. */
const isUndecided = ({ score, isDecided }: ScoredCandidate): boolean =>
  !isDecided && Math.abs(score - threshold) <= maxWordingPoints

function withWording(found: ScoredCandidate, { points, feature }: WordingPoints): ScoredCandidate {
  if (found.isPlain && points < 0) return found
  const reason = feature === '' ? found.reason : `${found.reason}+${feature}`
  return { ...found, score: Math.round(found.score + points), reason }
}

/** The codes of the candidates that a label of another kind of number names. */
const namedElse = (context: ExtractionContext, table: FeatureTable): Set<string> =>
  new Set(context.candidates.filter((candidate) => isNamedElse(context, candidate, table)).map(({ code }) => code))

function viewScoresOf(
  view: ViewText,
  { candidates, scored }: { candidates: Candidate[]; scored: Iterable<ScoredCandidate> },
): ViewScores {
  const all = new Map<string, OneTimeCode>()
  let best: OneTimeCode | null = null
  for (const { candidate, score, reason } of scored) {
    const place = candidate.start < view.subjectEnd ? 'subject' : view.name
    const found = { code: candidate.code, score, reason, view: place } as const
    all.set(candidate.code, found)
    if (score > (best?.score ?? Number.NEGATIVE_INFINITY)) best = found
  }
  return { best, all, candidates }
}

/** The codes that the sender names in the `OTP-Token` header (draft-goto-otp-token); they count where they also stand in the visible mail. */
function codesInHeader(header: string | undefined, normalizer: TextNormalizer): string[] {
  if (header === undefined) return []
  return normalizer
    .plain(header.slice(0, 200))
    .split(/[\s;,="]+/)
    .map((code) => code.replaceAll('-', ''))
}

const agreementPoints = 10

const agreedScore = (one: number, other: number): number =>
  (one + other) / 2 + (Math.max(one, other) >= threshold ? agreementPoints : 0)

/** The best code of both views; one that both have gets the mean of its scores and some points more. Null below the threshold. */
function decide(html: ViewScores | null, text: ViewScores | null): OneTimeCode | null {
  let best: OneTimeCode | null = null
  for (const found of [...(html?.all.values() ?? []), ...(text?.all.values() ?? [])]) {
    const other = (html?.all.get(found.code) === found ? text : html)?.all.get(found.code)
    const score = other ? agreedScore(found.score, other.score) : found.score
    if (score >= threshold && score > (best?.score ?? 0)) best = { ...found, score: Math.round(score) }
  }
  return best
}
