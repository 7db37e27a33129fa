import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findMongod, startLocalMongod } from '@inlet/mongo'
import { readConfig } from '@inlet/runtime'
import { type HeldRow, measureHeldCalls } from './held-calls.ts'
import {
  type HostileRow,
  hostileSettings,
  measureDots,
  measureFairness,
  measureHostile,
  measureIdle,
} from './hostile.ts'
import { type IngestRow, measureIngest } from './ingest.ts'
import { putLoad } from './put-load.ts'
import { measureReads, type ReadRow } from './reads.ts'
import { type ServedProduct, serveProduct } from './served-product.ts'

const resultsFolder = 'bench-results'
const rounded = (value: number, digits = 0) => Number(value.toFixed(digits))

const ingestLine = (row: IngestRow) => ({
  mail: `${row.mailBytes / 1000} kB`,
  connections: row.connections,
  'mails/s': rounded(row.rate),
  'of bare SMTP': rounded(row.rate / row.bareSmtpRate, 2),
  'of bare insertMany': rounded(row.rate / row.bareInsertRate, 2),
  'dot→250 p50 ms': rounded(row.p50Ms, 1),
  'p99 ms': rounded(row.p99Ms, 1),
  refused: row.refused,
})

const heldLine = (row: HeldRow) => ({
  call: '250→held call answered',
  answers: row.answers,
  'p50 ms': rounded(row.p50Ms, 1),
  'p99 ms': rounded(row.p99Ms, 1),
  'mails/s beside': rounded(row.loadRate),
})

const readLine = (row: ReadRow) => ({
  call: row.call,
  'requests/s': rounded(row.rate),
  'of raw route': rounded(row.rate / row.rawRate, 2),
  'p99 ms': row.p99Ms,
  bytes: row.bytes,
  'raw bytes': row.rawBytes,
  failed: row.failed,
})

const hostileLine = (row: HostileRow) => ({
  input: row.input,
  'stall ms': rounded(row.stallMs),
  'its own': rounded(row.ownStallMs),
  'RSS MB': rounded(row.rssMb),
  'slowest answer s': rounded(row.slowestAnswerMs / 1000, 1),
  refused: row.refused,
  'honest mails': row.honestMails,
  'honest refused': row.honestRefused,
  'honest slowest ms': rounded(row.honestMaxMs),
})

/**
 * Measures the server as its users start it: `npm run bench`, or `npm run bench -- 10000 50` for one point of ingest, or
 * `npm run bench -- hostile` for what hostile senders and mails do to it (`-- hostile table` for the inputs with that in their name).
 * `--profile` leaves the server's CPU profiles and log in a folder and names it.
 */
async function bench(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { profile: { type: 'boolean', default: false } },
  })
  const config = readConfig()
  const folder = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  const binary = await findMongod({
    systemBinary: config.MONGOMS_SYSTEM_BINARY,
    cacheDir: join(config.INLET_CACHE_DIR, 'mongod'),
    onProgress: (line) => console.log(line),
  })
  const mongod = await startLocalMongod({ dataDir: folder, binary })
  try {
    const databaseUri = Object.assign(new URL(mongod.uri), { pathname: '/bench' }).href
    const serve = async (run: (product: ServedProduct) => Promise<void>, settings = {}) => {
      const product = await serveProduct({ databaseUri, folder, isProfiled: values.profile, settings })
      await run(product).finally(() => product.stop())
    }
    if (positionals[0] === 'hostile') {
      const wanted = positionals[1] ?? ''
      // A server of its own: five thousand connections leave a larger process behind.
      if (wanted === '') await serve(async (product) => console.table([await measureIdle(product)]), hostileSettings)
      return await serve((product) => measureHostility(product, wanted), hostileSettings)
    }
    const [mailBytes, connections] = positionals.map(Number)
    const only = mailBytes && connections ? { mailBytes, connections } : undefined
    await serve((product) => measure({ product, databaseUri, only }))
  } finally {
    await mongod.stop()
    if (values.profile) console.log(`Profiles and log in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  }
}

interface Measured {
  product: ServedProduct
  databaseUri: string
  /** One point of ingest in place of everything. */
  only: { mailBytes: number; connections: number } | undefined
}

async function measure({ product, databaseUri, only }: Measured): Promise<void> {
  // What runs hot is compiled by then, and the caches know the inboxes.
  await warmUp(product)
  const ingest = await measureIngest({ product, databaseUri, seconds: 5, only })
  console.table(ingest.map(ingestLine))
  if (only) return

  const held = await measureHeldCalls(product, 8)
  console.table([heldLine(held)])
  const reads = await measureReads({ product, databaseUri, seconds: 4 })
  console.table(reads.map(readLine))
  await writeResults({ ...machine(), ingest, held, reads })
}

const machine = () => ({ at: new Date().toISOString(), node: process.version, processors: cpus().length })

async function measureHostility(product: ServedProduct, wanted: string): Promise<void> {
  await warmUp(product)
  const hostile = await measureHostile(product, wanted, (input) => console.log(input))
  console.table(hostile.map(hostileLine))
  if (wanted !== '') return

  const dots = await measureDots(product)
  const fairness = await measureFairness(product)
  for (const row of [dots, fairness]) console.table([row])
  await writeResults({ ...machine(), hostile, dots, fairness })
}

async function warmUp({ demo }: ServedProduct): Promise<void> {
  await putLoad({
    ...demo.smtp,
    connections: 20,
    mailBytes: 10_000,
    seconds: 4,
    hostname: demo.domain.hostname,
    inboxes: 100,
  })
}

async function writeResults(results: object): Promise<void> {
  await mkdir(resultsFolder, { recursive: true })
  const file = join(resultsFolder, `${new Date().toISOString().replaceAll(':', '-')}.json`)
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  console.log(`Written to ${file}`)
}

await bench()
