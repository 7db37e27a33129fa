import { fakeDns, mailSigner } from '@inlet/testkit'
import { type BenchSetup, warmUp, withDatabase, withProduct } from '../bench-setup.ts'
import { boundLine } from '../table-lines.ts'
import { writeResults } from '../write-results.ts'
import { honestExempt } from './client-addresses.ts'
import { type HostileSetup, measureScenario, prepareHonest, type ScenarioRow } from './measure-scenario.ts'
import { measureDots, measureFairness, measureIdle } from './other-figures.ts'
import { noAttack, type Scenario, scenarios, scenariosForExempt } from './scenarios.ts'

const idleConnections = 5_000
const preloads = [new URL('./plant-slowness.ts', import.meta.url).href]
/** As it ships, but that its limits hold for the clients of this machine, of which attackers are some. */
const limited = { SMTP_LIMITS_EXEMPT: honestExempt }

/**
 * What hostile senders do to everybody else, and to the server; `wanted` picks the scenarios with one of these texts in their name, and then
 * nothing else is measured. A bound that is not kept makes the process end with 1; where attackers are exempt from limits, it is only shown.
 */
export async function runHostile(setup: BenchSetup, wanted: string[]): Promise<void> {
  const isWhole = wanted.length === 0
  await using dns = await fakeDns()
  const signer = mailSigner('signed.test')
  dns.answer(signer.keyQuestion, { TXT: [signer.keyRecord] })
  const dnsSettings = { DNS_SERVERS: dns.server }

  await withDatabase(setup, async (databaseUri) => {
    const served = { ...setup, databaseUri, settings: { ...dnsSettings, ...limited } }
    // A server of its own: five thousand connections leave a larger process behind.
    if (isWhole) {
      await withProduct(served, async (product) => {
        // What each costs says nothing here: a server that has just started still holds more than they take.
        const { connections, rssMb } = await measureIdle(product, idleConnections)
        console.table([{ connections, rssMb }])
      })
    }
    const results: Record<string, unknown> = {}
    await withProduct({ ...served, preloads }, async (product) => {
      await warmUp(product)
      const rows = await measureAll({ product, signer }, scenarios(wanted))
      results.hostile = rows
      tellBounds(rows)
      if (!isWhole) return
      results.dots = await measureDots(product)
      results.fairness = await measureFairness(product)
      console.table([results.dots])
      console.table([results.fairness])
    })
    await withProduct({ ...served, settings: dnsSettings, preloads }, async (product) => {
      await warmUp(product)
      console.log('Attackers that limits do not hold for, as from a relay in SMTP_LIMITS_EXEMPT:')
      results.exempt = await measureAll({ product, signer }, scenariosForExempt(wanted))
    })
    if (isWhole) await writeResults(results)
  })
}

async function measureAll(setup: HostileSetup, all: Scenario[]): Promise<ScenarioRow[]> {
  await prepareHonest(setup)
  const rows: ScenarioRow[] = []
  for (const scenario of [noAttack, ...all]) {
    const row = await measureScenario(setup, scenario)
    rows.push(row)
    const { bounds, 'median ms': median, 'worst ms': worst, refused } = boundLine(row)
    console.log(`${row.name}: ${bounds}; median ${median} ms, worst ${worst} ms, ${refused} refused`)
  }
  console.table(rows.map(boundLine))
  return rows
}

function tellBounds(rows: ScenarioRow[]): void {
  const promised = rows.filter(({ isPromised }) => isPromised)
  const broken = promised.filter((row) => row.broken.length > 0)
  if (broken.some(({ name }) => name === noAttack.name)) {
    console.log('This machine is too busy to judge: the bounds are exceeded without an attack too.')
  }
  console.log(
    broken.length === 0
      ? `All bounds are kept in ${promised.length} scenarios.`
      : `Bounds are NOT kept in ${broken.length} of ${promised.length} scenarios: ${broken.map(({ name }) => name).join(', ')}`,
  )
  if (broken.length > 0) process.exitCode = 1
}
