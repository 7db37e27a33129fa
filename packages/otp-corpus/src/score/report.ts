import { type Growth, growthSizes } from './measure-growth.ts'
import type { Times } from './score-corpus.ts'
import { rightShare, type Tally } from './tally.ts'
import { shareOf } from './wilson-interval.ts'

/** A table of texts; the first row is its head. */
export interface Table {
  title: string
  rows: string[][]
}

/** The tallies of one split. */
export interface SplitTallies {
  total: Tally
  byLanguage: ReadonlyMap<string, Tally>
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`

/** A share with its interval, as `97.1 % (94.9–98.4)`. */
function interval(count: number, total: number): string {
  if (total === 0) return '–'
  const { value, low, high } = shareOf(count, total)
  return `${percent(value)} (${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)})`
}

/** The figures of sets of mails side by side, each under its name. */
export function totalsTable(title: string, sets: ReadonlyMap<string, Tally>): Table {
  const row = (name: string, cell: (tally: Tally) => string) => [name, ...sets.values().map(cell)]
  return {
    title: `${title} (with Wilson 95 % intervals)`,
    rows: [
      ['', ...sets.keys()],
      row('mails with a code, without', ({ withCode, withoutCode }) => `${withCode}, ${withoutCode}`),
      row('exact code', ({ exact, withCode }) => interval(exact, withCode)),
      row('right but for its spelling, too', ({ lenient, withCode }) => interval(lenient, withCode)),
      row('missed', ({ missed, withCode }) => interval(missed, withCode)),
      row('wrong code', ({ wrong, withCode }) => interval(wrong, withCode)),
      row('code invented where there is none', ({ invented, withoutCode }) => interval(invented, withoutCode)),
    ],
  }
}

/** Every language with the figures of both splits. */
export function languagesTable(development: SplitTallies, heldOut: SplitTallies): Table {
  const rows = [...development.byLanguage].map(([language, own]) => {
    const held = heldOut.byLanguage.get(language)
    return [
      language,
      ...figures(own),
      held ? `${percent(rightShare(held))} of ${held.withCode + held.withoutCode}` : '–',
    ]
  })
  return { title: 'By language', rows: [['language', ...figureNames, 'held back, right'], ...rows] }
}

/** The groups of one split, by kind of mail or by MIME structure. */
export function groupsTable(title: string, tallies: ReadonlyMap<string, Tally>): Table {
  const rows = [...tallies].map(([name, tally]) => [name, ...figures(tally)])
  return { title, rows: [['', ...figureNames], ...rows] }
}

const figureNames = ['exact', 'wrong', 'invented']

function figures({ withCode, exact, wrong, withoutCode, invented }: Tally): string[] {
  return [
    withCode === 0 ? '–' : `${percent(exact / withCode)} of ${withCode}`,
    withCode === 0 ? '–' : String(wrong),
    withoutCode === 0 ? '–' : `${invented} of ${withoutCode}`,
  ]
}

/** Time for each mail of the corpus. */
export function timesTable({ p50, p95, p99, slowest }: Times): Table {
  const us = (value: number) => `${value.toFixed(0)} µs`
  return {
    title: 'Time for a mail (rendering its HTML and finding the code; warm)',
    rows: [
      ['p50', 'p95', 'p99', 'slowest'],
      [us(p50), us(p95), us(p99), us(slowest)],
    ],
  }
}

/** Time for hostile inputs and how it grows, slowest first; of many, the first `most`. */
export function growthTable(growths: readonly Growth[], most: number): Table {
  const slowest = growths.toSorted((one, other) => (other.ms.at(-1) ?? 0) - (one.ms.at(-1) ?? 0)).slice(0, most)
  return {
    title: `Hostile inputs, ${slowest.length === growths.length ? `all ${growths.length}` : `the slowest ${slowest.length} of ${growths.length}`}`,
    rows: [
      ['input', ...growthSizes.map((size) => `${size} MiB`), 'worst factor'],
      ...slowest.map(({ name, ms, worstFactor }) => [
        name,
        ...ms.map((time) => `${time.toFixed(1)} ms`),
        worstFactor.toFixed(1),
      ]),
    ],
  }
}

/** A table for a terminal. */
export function plainTable({ title, rows }: Table): string {
  const widths = columnWidths(rows)
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const [head = '', ...body] = lines
  return [title, '', head, '-'.repeat(Math.max(...lines.map((line) => line.length))), ...body, ''].join('\n')
}

/** A table in Markdown. */
export function markdownTable({ title, rows }: Table): string {
  const widths = columnWidths(rows)
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [`### ${title}`, '', line(head), rule, ...body.map(line), ''].join('\n')
}

const columnWidths = (rows: string[][]): number[] =>
  (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)))
