import { parseArgs } from 'node:util'
import { provideWebApps } from '@inlet/web-build'
import fc from 'fast-check'
import { startOwnMongod } from '../support/own-mongod.ts'
import { oddDialogues } from './dialogues.ts'
import { type FuzzWorld, startFuzzWorld } from './fuzz-world.ts'
import { anyDialogue } from './random-dialogues.ts'

/** Dialogues on one server before the next is started, so that a seed repeats a failure from a fresh one. */
const roundRuns = 500
const minuteMs = 60_000
const shrinkMs = 2 * minuteMs

const usage = `Usage: npm run fuzz [-- --minutes N] [--seed N]

Plays odd dialogues and mails to the assembled server, ever new ones, and checks what it stores.

  --minutes N   how long (default 1)
  --seed N      plays the round of that seed again, as a failure prints it`

/**
 * Plays odd dialogues and mails to the assembled server, ever new ones: `npm run fuzz -- --minutes 5`. A failure prints its seed and
 * the smallest dialogue that shows it, and ends with 1; `npm run fuzz -- --seed N` plays the round of that seed again.
 */
async function fuzz(): Promise<void> {
  const help = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' }, help },
  })
  if (values.help) return console.log(usage)
  const minutes = Number(values.minutes)
  const seed = values.seed === undefined ? null : Number(values.seed)
  if (!(minutes > 0) || (seed !== null && !Number.isInteger(seed))) {
    throw new Error(usage)
  }

  await provideWebApps((line) => console.log(line))
  const mongod = await startOwnMongod()
  try {
    const endsAt = Date.now() + minutes * minuteMs
    do await playRound(mongod.uri, seed ?? Math.floor(Math.random() * 0x7fffffff))
    while (seed === null && process.exitCode === undefined && Date.now() < endsAt)
  } finally {
    await mongod.stop()
  }
}

async function playRound(mongodUri: string, seed: number): Promise<void> {
  // Vitest fails on uncaught errors; without it this program has to.
  const noteUncaught = (error: Error) => fail(seed, `Uncaught: ${error.stack}`)
  process.on('uncaughtException', noteUncaught)
  const databaseUri = Object.assign(new URL(mongodUri), { pathname: `/fuzz-${seed}` }).href
  await using world = await startFuzzWorld({ databaseUri })
  const error = (await errorOfCorpus(world)) ?? (await errorOfRandomOnes(world, seed))
  if (error !== null) fail(seed, error)
  else
    console.log(
      `Seed ${seed}: ${oddDialogues.length} dialogues of the corpus and ${roundRuns} random ones, nothing broke`,
    )
  process.off('uncaughtException', noteUncaught)
}

async function errorOfCorpus(world: FuzzWorld): Promise<string | null> {
  for (const dialogue of oddDialogues) {
    const errors = await world.checkOdd(dialogue)
    if (errors.length > 0) return `${dialogue.name}: ${errors.join('; ')}`
  }
  return null
}

async function errorOfRandomOnes(world: FuzzWorld, seed: number): Promise<string | null> {
  let shrinksUntil = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(anyDialogue, async (dialogue) => {
    if (Date.now() > shrinksUntil) return
    const errors = await world.check(dialogue)
    if (errors.length === 0) return
    shrinksUntil = Math.min(shrinksUntil, Date.now() + shrinkMs)
    throw new Error(errors.join('; '))
  })
  const details = await fc.check(property, { seed, numRuns: roundRuns })
  if (!details.failed) return null
  const dialogue = JSON.stringify(details.counterexample?.[0], null, 2)
  const { errorInstance } = details
  return `${errorInstance instanceof Error ? errorInstance.message : 'failed'}\n${dialogue}`
}

function fail(seed: number, error: string): void {
  console.error(`${error}\nThe seed: npm run fuzz -- --seed ${seed}`)
  process.exitCode = 1
}

await fuzz()
