import { fakeDns } from '@inlet/testkit'
import type { BenchSetup } from '../bench-setup.ts'
import { fairLine } from '../table-lines.ts'
import { writeResults } from '../write-results.ts'
import { type FairRow, measureScenario } from './measure-scenario.ts'
import { scenarios } from './scenarios.ts'

interface RunFairOptions {
  /** Scenarios with one of these texts in their name; all without texts. */
  wanted: string[]
  /** How long each attack takes. */
  seconds: number
}

/** Measures what one tenant, visitor or sender can do to all others. A bound that is not kept makes the process end with 1. */
export async function runFair(setup: BenchSetup, { wanted, seconds }: RunFairOptions): Promise<void> {
  const chosen = scenarios(wanted)
  if (chosen.length === 0) throw new Error('no scenario has such a name')
  if (!(seconds > 0)) throw new Error('--seconds is a number above 0')
  await using dns = await fakeDns()
  const rows: FairRow[] = []
  for (const scenario of chosen) {
    const measured = await measureScenario(setup, { scenario, seconds, settings: { DNS_SERVERS: dns.server } })
    console.table(measured.map(fairLine))
    rows.push(...measured)
  }
  tellBounds(rows)
  if (wanted.length === 0) await writeResults({ fair: rows })
}

function tellBounds(rows: FairRow[]): void {
  const broken = rows.filter((row) => row.broken.length > 0)
  if (rows.some((row) => row.brokenAlone.length > 0)) {
    console.log('This machine is too busy to judge: bounds are exceeded without an attack too.')
  }
  if (broken.length === 0) return console.log(`All bounds are kept in ${rows.length} rows.`)
  console.log(`Bounds are NOT kept in ${broken.length} of ${rows.length} rows:`)
  for (const row of broken) {
    console.log(`  ${row.scenario}, ${row.act}: ${row.broken.join(', ')} ${JSON.stringify(row.refusals)}`)
  }
  process.exitCode = 1
}
