import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { measureGrowth } from '../src/score/measure-growth.ts'
import { gatedSet, readCorpus } from '../src/score/read-corpus.ts'
import {
  groupsTable,
  growthTable,
  languagesTable,
  markdownTable,
  plainTable,
  type SplitTallies,
  type Table,
  timesTable,
  totalsTable,
} from '../src/score/report.ts'
import { groupedTallies, measureTimes, type ScoredMail, scoreCorpus } from '../src/score/score-corpus.ts'
import { type ScoredPeople, type ScoredPeopleMail, scorePeople } from '../src/score/score-people.ts'
import { type Answer, tallyOf, verdictOf } from '../src/score/tally.ts'

const usage = `Usage: npm run otp:score [-- OPTIONS]

Scores the one-time-code extractor on the corpus in packages/otp-corpus and on mails by people: accuracy, time, and growth on
hostile inputs.

  --people FOLDER  score FOLDER/templates/*.eml, which npm run otp:render writes, and FOLDER/archives/KIND/*.eml, too; KIND is
                   list, personal, newsletter or spam
  --failures       list the development mails and the mails by people that were read wrong, with the extractor's reasons
  --held-out       list the held-back mails that were read wrong; once seen, they must not be used for tuning
  --accuracy       accuracy only: no times, no hostile inputs
  --markdown       tables in Markdown, of the hostile inputs the slowest only, as docs/ONE-TIME-CODES.md has them`

const talliesOf = (scored: ScoredMail[]): SplitTallies => ({
  total: tallyOf(scored),
  byLanguage: groupedTallies(scored, 'language'),
})

const tallies = (sets: Iterable<[string, Answer[]]>) =>
  new Map([...sets].map(([name, scored]) => [name, tallyOf(scored)]))

function accuracyTables(development: ScoredMail[], heldOut: ScoredMail[], people: ScoredPeople): Table[] {
  const { plain = [], oblique = [] } = Object.groupBy(development, ({ entry }) => gatedSet(entry))
  const sets = { development: plain, 'development, oblique': oblique, 'held back': heldOut }
  return [
    totalsTable('Accuracy', tallies(Object.entries(sets))),
    totalsTable('Mails by people', tallies(people)),
    languagesTable(talliesOf(plain), talliesOf(heldOut)),
    groupsTable('By kind of mail (development)', groupedTallies(development, 'kind')),
    groupsTable('By MIME structure (development)', groupedTallies(development, 'shape')),
  ]
}

function printFailures(title: string, scored: readonly ScoredPeopleMail[]): void {
  console.log(`${title}\n`)
  for (const { name, expected, found, reason } of scored) {
    const verdict = verdictOf({ expected, found })
    if (verdict === 'right') continue
    console.log(`${verdict.padEnd(9)} ${name}: ${expected} → ${found} [${reason}]`)
  }
  console.log('')
}

const named = (scored: ScoredMail[]): ScoredPeopleMail[] =>
  scored.map(({ entry, ...answer }) => ({ ...answer, name: `${entry.file} (${entry.kind}, ${entry.shape})` }))

interface Options {
  people: string | undefined
  failures: boolean
  heldOut: boolean
  accuracy: boolean
  markdown: boolean
}

async function score(options: Options): Promise<void> {
  const people = await scorePeople(options.people)
  const development = scoreCorpus(readCorpus('plain', 'oblique'))
  const heldOut = scoreCorpus(readCorpus('held-out'))
  const mostInputs = options.markdown ? 8 : Number.POSITIVE_INFINITY
  const measured = options.accuracy
    ? []
    : [timesTable(measureTimes(readCorpus())), growthTable(measureGrowth(), mostInputs)]
  const asText = options.markdown ? markdownTable : plainTable
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`
  console.log(`${machine}\n`)
  for (const table of [...accuracyTables(development, heldOut, people), ...measured]) console.log(asText(table))
  if (options.failures) {
    printFailures('Development mails read wrong', named(development))
    printFailures('Mails by people read wrong', [...people.values()].flat())
  }
  if (options.heldOut) printFailures('Held-back mails read wrong', named(heldOut))
}

try {
  const { values } = parseArgs({
    options: {
      people: { type: 'string' },
      failures: { type: 'boolean', default: false },
      'held-out': { type: 'boolean', default: false },
      accuracy: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) console.log(usage)
  else await score({ ...values, people: values.people, heldOut: values['held-out'] })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${usage}`)
  process.exitCode = 2
}
