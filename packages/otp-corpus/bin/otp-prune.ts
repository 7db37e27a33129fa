import { parseArgs } from 'node:util'
import { type KeywordKind, keywordKinds } from '@inlet/mail'
import { labelledCorpus, labelledFolder, labelMails } from '../src/prune/labelled-mails.ts'
import { bare } from '../src/prune/phrase-index.ts'
import { type ListedPhrase, readPhrases, writePhrases } from '../src/prune/phrase-lists.ts'
import { Pruning, type TriedPhrase } from '../src/prune/pruning.ts'
import { saidByOthers } from '../src/prune/said-by-others.ts'
import { plainTable, type Table } from '../src/score/report.ts'
import { tallyOf } from '../src/score/tally.ts'

const usage = `Usage: npm run otp:prune [-- OPTIONS] [FOLDER…]

Takes the phrases out of the language files that change nothing: those that others of their kind or the parts of labels say, too, those
that no mail has, but for the parts of labels, a few guards, and those labels without which a number behind them is read otherwise, and those of several
words that one mail has, which is read without them as before. The mails are those of the corpus that are not held back, of the
extractor's tests and of each FOLDER, whose manifest.json says of each file what its code is ([{ "file": "a.eml", "otp": "482913" }],
or null), as npm run corpus writes it.

  --dry   print the figures, and leave the files as they are

Exit codes: 0 done, 2 an invalid command line or a folder that cannot be read.`

/** These make more labels than any mail has: they stay, and what they say need not be written out. */
const makers: ReadonlySet<KeywordKind> = new Set(['purpose', 'thing', 'number'])
/** Words of which much is made stay, whether or not a mail has them. */
const parts: ReadonlySet<KeywordKind> = new Set([...makers, 'connector', 'negation'])

const wordsOf = ({ phrase }: ListedPhrase): number => bare(phrase).split(' ').length

/** Of the short phrases that say that a number is no code for its reader each language keeps some. */
const guards: ReadonlySet<KeywordKind> = new Set(['elsewhere', 'room', 'resend'])
const leastGuards = 3

const shortestFirst = (one: ListedPhrase, other: ListedPhrase): number => one.phrase.length - other.phrase.length

function* keptGuards(phrases: readonly TriedPhrase[]): Generator<TriedPhrase> {
  const own = phrases.filter(({ kind }) => guards.has(kind)).toSorted(shortestFirst)
  const groups = Map.groupBy(own, ({ kind, language }) => `${kind} ${language}`)
  for (const group of groups.values()) yield* group.slice(0, leastGuards)
}

/** In so many mails it stands, apart from those that only test labels. */
const mailsWith = ({ mails }: TriedPhrase): number => mails.filter(({ isLabel }) => isLabel !== true).length

const isDoubtful = (phrase: TriedPhrase): boolean =>
  !makers.has(phrase.kind) && mailsWith(phrase) === 1 && wordsOf(phrase) > 1

function dropAll(pruning: Pruning): void {
  const kept = (): TriedPhrase[] => pruning.phrases.filter(({ isKept }) => isKept)
  step('as written', pruning)
  for (const double of doubles(kept())) pruning.leaveOne(double)
  step('of one kind', pruning)
  for (const phrases of Map.groupBy(kept(), ({ language }) => language).values()) {
    for (const kind of keywordKinds.filter((name) => !makers.has(name))) {
      const said = new Set<ListedPhrase>(
        saidByOthers(
          kind,
          phrases.filter(({ isKept }) => isKept),
        ),
      )
      pruning.drop(phrases.filter((phrase) => said.has(phrase)))
    }
  }
  step('not said by others', pruning)
  const stay = new Set(keptGuards(kept()))
  pruning.drop(kept().filter((phrase) => mailsWith(phrase) === 0 && !parts.has(phrase.kind) && !stay.has(phrase)))
  step('that are parts or in a mail', pruning)
  const groups = Map.groupBy(
    kept().filter(isDoubtful).toSorted(shortestFirst).reverse(),
    ({ kind, language }) => `${kind} ${language}`,
  )
  for (const group of groups.values()) pruning.drop(group)
  step('in more than one mail, or of some effect', pruning)
}

/** Phrases that stand under several kinds in one language; where no mail tells, a part stays. */
function doubles(phrases: readonly TriedPhrase[]): TriedPhrase[][] {
  const written = ({ language, phrase }: TriedPhrase): string =>
    [language, bare(phrase), phrase.replace(/[^*$]/g, '')].join(' ')
  return [...Map.groupBy(phrases, written).values()]
    .filter(({ length }) => length > 1)
    .map((double) => double.toSorted((one, other) => rankOf(one) - rankOf(other)))
}

const rankOf = (phrase: TriedPhrase): number => Number(mailsWith(phrase) === 0 && !parts.has(phrase.kind))

function step(name: string, { phrases, mails }: Pruning): void {
  const tallies = [true, false].map((isIndependent) =>
    tallyOf(mails.filter((mail) => mail.isLabel !== true && mail.isIndependent === isIndependent)),
  )
  const figures = tallies.map(
    ({ exact, withCode, wrong, invented, withoutCode }) => `${exact}/${withCode} ${wrong} ${invented}/${withoutCode}`,
  )
  console.log(
    `${phrases.filter(({ isKept }) => isKept).length} phrases ${name}: ${figures.join(' | ')} (${Math.round(performance.now() / 1000)} s)`,
  )
}

function table(title: string, phrases: readonly TriedPhrase[], by: 'language' | 'kind'): Table {
  const groups = [...Map.groupBy(phrases, (phrase) => phrase[by])]
  return {
    title,
    rows: [
      [by, 'before', 'after'],
      ...groups.map(([name, group]) => [
        name,
        String(group.length),
        String(group.filter(({ isKept }) => isKept).length),
      ]),
    ],
  }
}

function prune(folders: string[], isDry: boolean): void {
  const phrases = readPhrases()
  const mails = [...labelledCorpus(), ...folders.flatMap(labelledFolder), ...labelMails(phrases)]
  const pruning = new Pruning(phrases, mails)
  dropAll(pruning)
  console.log(plainTable(table('By language', pruning.phrases, 'language')))
  console.log(plainTable(table('By kind', pruning.phrases, 'kind')))
  if (!isDry) writePhrases(pruning.phrases.filter(({ isKept }) => isKept))
}

try {
  const { values, positionals } = parseArgs({
    options: { dry: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  if (values.help) console.log(usage)
  else prune(positionals, values.dry)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${usage}`)
  process.exitCode = 2
}
