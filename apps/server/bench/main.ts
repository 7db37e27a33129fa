import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findMongod } from '@inlet/mongo'
import { readConfig } from '@inlet/runtime'
import type { BenchSetup } from './bench-setup.ts'
import { runClient } from './client/run-client.ts'
import { runFair } from './fair/run-fair.ts'
import { runGrowth } from './growth/run-growth.ts'
import { runHostile } from './hostile/run-hostile.ts'
import type { IngestPoint } from './ingest.ts'
import { runLiveFeed } from './live-feed/run-live-feed.ts'
import { mailNamed, nearestMail } from './mails/natural-mails.ts'
import { measureRendering } from './rendering.ts'
import { runBesideMailpit, runCold, runIngest, runParsing, runReads, runStandard } from './run-standard.ts'
import { renderingLine } from './table-lines.ts'
import { runWebhooks } from './webhooks/run-webhooks.ts'

/** MongoDB takes no less. */
const leastCacheMib = 256

const usage = `Usage: npm run bench [-- WHAT…] [OPTIONS]

Measures the server, started as by "npm start". Prints tables and writes JSON into bench-results.

  npm run bench                                cost of mails, idle connections, ingest, waiting calls and reads
  npm run bench -- ingest                      ingest alone, with the processor time for a mail by group of threads
  npm run bench -- mailpit PATH [MAIL…]        the rate of ingest beside that of Mailpit, whose program is at PATH
  npm run bench -- cold [MAIL]                 the first 1,000 mails after a start beside the later ones
  npm run bench -- MAIL 50                     one point of ingest: such mails over 50 connections
  npm run bench -- reads                       a list and a message, each caller with an inbox of its own
  npm run bench -- parsing                     the cost of parsing mails, by name and by how many numbers they have
  npm run bench -- rendering                   the cost of showing newsletters
  npm run bench -- hostile [WORD…]             the effect of hostile senders and mails; WORDs select scenarios by name
  npm run bench -- fair [WORD…]                the effect of one tenant, visitor or sender on all others; WORDs as above
  npm run bench -- page                        the visitors' page: its list, how soon a mail is seen, its first paint
  npm run bench -- dashboard                   the dashboard: changes of screen, a long list, how soon a mail is seen
  npm run bench -- webhooks [PART]             what webhooks cost ingest, how soon receivers get a mail, and what killed
                                               workers lose; PART is one of these: ingest, worker, events or killed
  npm run bench -- client                      how soon waitForCode of @inlet/client returns after the server's answer
  npm run bench -- client tests [ROUNDS]       how many tests fail of 200 at a time under one key, ROUNDS times (default 20)
  npm run bench -- live-feed                   the memory of open live feeds, and how soon they report a mail
  npm run bench -- growth [MAILS…]             the effect of many stored mails

  MAIL is line, code, order, log, newsletter or invoice; a point also takes a size, for the mail that is nearest to it

  --rounds N       rounds of growth (default 4)
  --seconds N      how long each attack of fair takes (default 20)
  --cache-mib N    cache of growth's databases in MiB (default: MongoDB's own)
  --profile        keeps the server's CPU profiles and log in a folder
  --help           shows this help
  --version        shows the version`

/** Runs the measurement that the command line names. */
async function bench(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      profile: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '20' },
      'cache-mib': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const config = readConfig()
  const folder = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  const binary = await findMongod({
    systemBinary: config.MONGOMS_SYSTEM_BINARY,
    cacheDir: join(config.INLET_CACHE_DIR, 'mongod'),
    onProgress: (line) => console.log(line),
  })
  try {
    await measure({ folder, binary, isProfiled: values.profile }, positionals, {
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      cacheMib: cacheMibOf(values['cache-mib']),
    })
  } finally {
    if (values.profile) console.log(`Profiles and log in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  }
}

function cacheMibOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const cacheMib = Number(value)
  if (!(cacheMib >= leastCacheMib)) throw new Error(`--cache-mib is at least ${leastCacheMib}`)
  return cacheMib
}

async function measure(
  setup: BenchSetup,
  [first = '', ...rest]: string[],
  { seconds, ...growth }: { seconds: number; rounds: number; cacheMib: number | undefined },
): Promise<void> {
  if (first === 'hostile') return await runHostile(setup, rest)
  if (first === 'fair') return await runFair(setup, { wanted: rest, seconds })
  if (first === 'ingest') return await runIngest(setup)
  if (first === 'reads') return await runReads(setup)
  if (first === 'mailpit') return await runBesideMailpit(setup, rest)
  if (first === 'cold') return await runCold(setup, rest[0])
  if (first === 'page') return await measurePage(setup)
  if (first === 'dashboard') return await measureDashboard(setup)
  if (first === 'webhooks') return await runWebhooks(setup, rest[0])
  if (first === 'client') return await runClient(setup, rest)
  if (first === 'live-feed') return await runLiveFeed(setup)
  if (first === 'parsing') return void (await runParsing())
  if (first === 'rendering') return console.table((await measureRendering()).map(renderingLine))
  if (first === 'growth') return await runGrowth(setup, { sizes: rest.map(Number), ...growth })
  await runStandard(setup, first === '' ? undefined : pointOf(first, rest[0]))
}

/** A mail, by its name or its bytes, and connections. */
function pointOf(mail: string, connections = '50'): IngestPoint {
  return { mail: /^\d+$/.test(mail) ? nearestMail(Number(mail)) : mailNamed(mail), connections: Number(connections) }
}

/** Loaded only here: without a browser on the machine, what starts one cannot be loaded outside of a test. */
async function measurePage(setup: BenchSetup): Promise<void> {
  const { runPage } = await import('./inbox-page/run-page.ts')
  await runPage(setup)
}

/** The same of the dashboard. */
async function measureDashboard(setup: BenchSetup): Promise<void> {
  const { runDashboard } = await import('./dashboard/run-dashboard.ts')
  await runDashboard(setup)
}

await bench()
