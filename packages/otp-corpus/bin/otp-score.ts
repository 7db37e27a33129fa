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
import { tallyOf, verdictOf } from '../src/score/tally.ts'

const usage = `Usage: npm run otp:score [-- OPTIONS]

Scores the one-time-code extractor on the corpus in packages/otp-corpus: accuracy, time, and growth on hostile inputs.

  --failures   list the development mails that were read wrong, with the extractor's reasons
  --held-out   list the held-back mails that were read wrong; once seen, they must not be used for tuning
  --accuracy   accuracy only: no times, no hostile inputs
  --markdown   tables in Markdown, of the hostile inputs the slowest only, as docs/ONE-TIME-CODES.md has them`

const talliesOf = (scored: ScoredMail[]): SplitTallies => ({
  total: tallyOf(scored),
  byLanguage: groupedTallies(scored, 'language'),
})

function accuracyTables(development: ScoredMail[], heldOut: ScoredMail[]): Table[] {
  const { plain = [], oblique = [] } = Object.groupBy(development, ({ entry }) => gatedSet(entry))
  const sets = { development: plain, 'development, oblique': oblique, 'held back': heldOut }
  return [
    totalsTable(new Map(Object.entries(sets).map(([name, scored]) => [name, tallyOf(scored)]))),
    languagesTable(talliesOf(plain), talliesOf(heldOut)),
    groupsTable('By kind of mail (development)', groupedTallies(development, 'kind')),
    groupsTable('By MIME structure (development)', groupedTallies(development, 'shape')),
  ]
}

function printFailures(title: string, scored: ScoredMail[]): void {
  console.log(`${title}\n`)
  for (const { entry, expected, found, reason } of scored) {
    const verdict = verdictOf({ expected, found })
    if (verdict === 'right') continue
    console.log(
      `${verdict.padEnd(9)} ${entry.file} (${entry.kind}, ${entry.shape}): ${expected} → ${found} [${reason}]`,
    )
  }
  console.log('')
}

function score(options: { failures: boolean; heldOut: boolean; accuracy: boolean; markdown: boolean }): void {
  const development = scoreCorpus(readCorpus('plain', 'oblique'))
  const heldOut = scoreCorpus(readCorpus('held-out'))
  const mostInputs = options.markdown ? 8 : Number.POSITIVE_INFINITY
  const measured = options.accuracy
    ? []
    : [timesTable(measureTimes(readCorpus())), growthTable(measureGrowth(), mostInputs)]
  const asText = options.markdown ? markdownTable : plainTable
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`
  console.log(`${machine}\n`)
  for (const table of [...accuracyTables(development, heldOut), ...measured]) console.log(asText(table))
  if (options.failures) printFailures('Development mails read wrong', development)
  if (options.heldOut) printFailures('Held-back mails read wrong', heldOut)
}

try {
  const { values } = parseArgs({
    options: {
      failures: { type: 'boolean', default: false },
      'held-out': { type: 'boolean', default: false },
      accuracy: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) console.log(usage)
  else score({ ...values, heldOut: values['held-out'] })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${usage}`)
  process.exitCode = 2
}
