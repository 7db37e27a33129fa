import {
  type CodeSource,
  createCodeReader,
  keywordKinds,
  loadLexicon,
  PhraseAutomaton,
  TextNormalizer,
} from '@inlet/mail'
import type { LabelledMail } from './labelled-mails.ts'
import { PhraseIndex } from './phrase-index.ts'
import type { ListedPhrase } from './phrase-lists.ts'

/** A phrase on trial. */
export interface TriedPhrase extends ListedPhrase {
  isKept: boolean
  /** The mails in which it occurs. */
  mails: TriedMail[]
}

interface TriedMail {
  source: CodeSource
  expected: string | null
  isIndependent: boolean
  isLabel?: boolean
  /** The answer with the phrases that are kept so far, and its score or that of the best number. */
  found: string | null
  score: number
  phrases: TriedPhrase[]
}

/** What a mail is read as with some phrases less. */
interface Answer {
  mail: TriedMail
  found: string | null
  score: number
}

/** A code keeps this score if it had it, and in a mail without one no number gets more than this if it had less: an answer by a hair is none. */
const [leastOfCode, mostOfOthers] = [75, 30]

/** Tries to do without phrases, and puts those back without which a mail is read worse. */
export class Pruning {
  readonly phrases: readonly TriedPhrase[]
  readonly mails: readonly TriedMail[]
  readonly #normalizer = new TextNormalizer()
  readonly #lexicon = loadLexicon(this.#normalizer)
  readonly #reader = createCodeReader({ lexicon: this.#lexicon })

  constructor(listed: readonly ListedPhrase[], mails: readonly LabelledMail[]) {
    this.phrases = listed.map((phrase) => ({ ...phrase, isKept: true, mails: [] }))
    const index = new PhraseIndex(listed.map(({ phrase }) => phrase))
    // Without anything that could be a code no words change an answer.
    const open = mails.filter(({ source }) => this.#reader.explain(source).candidates.length > 0)
    this.mails = open.map((mail) => {
      const occurring = [...index.phrasesIn(mail.source)].flatMap((at) => this.phrases[at] ?? [])
      const tried = { ...mail, ...this.#read(mail.source), phrases: occurring }
      for (const phrase of occurring) phrase.mails.push(tried)
      return tried
    })
  }

  /** Does without as many phrases of a group as it can. */
  drop(group: readonly TriedPhrase[]): void {
    const dropped = group.filter(({ isKept, isFixed }) => isKept && !isFixed)
    if (dropped.length === 0) return
    for (const phrase of dropped) phrase.isKept = false
    if (this.#isReadAsWell(mailsOf(dropped))) return
    for (const phrase of dropped) phrase.isKept = true
    if (dropped.length === 1) return
    const middle = dropped.length >> 1
    this.drop(dropped.slice(0, middle))
    this.drop(dropped.slice(middle))
  }

  /** Leaves one of several phrases: that without whose others the fewest mails are read worse. */
  leaveOne(phrases: readonly TriedPhrase[]): void {
    const mails = mailsOf(phrases)
    const keepOnly = (one: TriedPhrase): Answer[] => {
      for (const phrase of phrases) phrase.isKept = phrase === one
      return this.#answersFor(mails).toArray()
    }
    const lossOf = (one: TriedPhrase): number => keepOnly(one).filter(isWorse).length
    const [best] = phrases
      .map((phrase) => ({ phrase, loss: lossOf(phrase) }))
      .sort((one, other) => one.loss - other.loss)
    if (best) accept(keepOnly(best.phrase))
  }

  /** Whether no mail is read worse than before; if so, the new answers count from now on. */
  #isReadAsWell(mails: readonly TriedMail[]): boolean {
    const answers: Answer[] = []
    for (const answer of this.#answersFor(mails)) {
      if (isWorse(answer)) return false
      answers.push(answer)
    }
    accept(answers)
    return true
  }

  *#answersFor(mails: readonly TriedMail[]): Generator<Answer> {
    const phrases = new Set(mails.flatMap((mail) => mail.phrases))
    this.#lexicon.automaton = new PhraseAutomaton(byKind([...phrases].filter(({ isKept }) => isKept)), this.#normalizer)
    for (const mail of mails) yield { mail, ...this.#read(mail.source) }
  }

  #read(source: CodeSource): { found: string | null; score: number } {
    const { found, candidates } = this.#reader.explain(source)
    return { found: found?.code ?? null, score: found?.score ?? candidates[0]?.score ?? 0 }
  }
}

const mailsOf = (phrases: readonly TriedPhrase[]): TriedMail[] => [...new Set(phrases.flatMap(({ mails }) => mails))]

function accept(answers: readonly Answer[]): void {
  for (const { mail, found, score } of answers) Object.assign(mail, { found, score })
}

/** A right answer that is one no longer, or hardly; a wrong one that becomes another. */
function isWorse({ mail, found, score }: Answer): boolean {
  const { expected } = mail
  if (mail.found !== expected) return found !== expected && found !== mail.found && found !== null
  if (found !== expected) return true
  return expected === null ? score > Math.max(mail.score, mostOfOthers) : score < Math.min(mail.score, leastOfCode)
}

/** Phrases by their kinds, in the order of the automaton's results. */
export const byKind = (phrases: readonly ListedPhrase[]): Map<ListedPhrase['kind'], string[]> => {
  const groups = Map.groupBy(phrases, ({ kind }) => kind)
  return new Map(keywordKinds.map((kind) => [kind, (groups.get(kind) ?? []).map(({ phrase }) => phrase)]))
}
