import { connectDatabase, ensureCollections } from '@inlet/core'
import { type BenchSetup, warmUp, withDatabase, withProduct } from './bench-setup.ts'
import { measureBesideMailpit } from './beside-mailpit.ts'
import { measureCold } from './cold-start.ts'
import { fillDatabase } from './growth/fill-database.ts'
import { storedBytes, storedLine } from './growth/stored-bytes.ts'
import { measureIdle } from './hostile/other-figures.ts'
import { type IngestPoint, measureIngest } from './ingest.ts'
import { measureLongPolls } from './long-polls.ts'
import { mailNamed, mailNames } from './mails/natural-mails.ts'
import { measureDensity, measureParsing } from './parsing.ts'
import { measureReads } from './reads.ts'
import { measureRendering } from './rendering.ts'
import {
  coldLine,
  densityLine,
  idleLine,
  ingestLine,
  longPollLine,
  mailpitLine,
  mailpitThreadLine,
  parsingLine,
  readLine,
  renderingLine,
  threadLine,
} from './table-lines.ts'
import { writeResults } from './write-results.ts'

const idleConnections = 1_000
const storedMails = 10_000
const storedInboxes = 1_000
const coldConnections = 10

/** Ingest alone, at all its points. */
export async function runIngest(setup: BenchSetup): Promise<void> {
  await withDatabase(setup, async (databaseUri, databasePid) => {
    await withProduct({ ...setup, databaseUri }, async (product) => {
      await writeResults({ ingest: await ingestShown({ product, databaseUri, databasePid }) })
    })
  })
}

/** Ingest beside Mailpit, whose program is at `binary`, of all mails or of those that are named. */
export async function runBesideMailpit(setup: BenchSetup, [binary, ...names]: string[]): Promise<void> {
  if (binary === undefined) throw new Error('name the program of Mailpit: npm run bench -- mailpit PATH')
  const mails = names.length > 0 ? names.map(mailNamed) : mailNames
  await withDatabase(setup, async (databaseUri, databasePid) => {
    await withProduct({ ...setup, databaseUri }, async (product) => {
      const mailpit = await measureBesideMailpit({ product, databasePid, binary, folder: setup.folder, mails })
      console.table(mailpit.map(mailpitLine))
      console.log('Processor time for a mail, user and system:')
      console.table(mailpit.map(mailpitThreadLine))
      await writeResults({ mailpit })
    })
  })
}

/** The first mails after a start beside the later ones. */
export async function runCold(setup: BenchSetup, name = 'code'): Promise<void> {
  const mail = mailNamed(name)
  await withDatabase(setup, async (databaseUri, databasePid) => {
    const cold = await measureCold({ ...setup, databaseUri, databasePid }, { mail, connections: coldConnections })
    console.table([coldLine(cold)])
    console.log('Processor time for a mail, user and system, of the first and of the later ones:')
    console.table([cold.firstThreadUs, cold.laterThreadUs].map((threadUs) => threadLine({ ...cold, threadUs })))
    await writeResults({ cold })
  })
}

/** The server compared with raw bounds of the same run: ingest, waiting calls, reads; and the cost of parsing and storing a mail. */
export async function runStandard(setup: BenchSetup, only?: IngestPoint): Promise<void> {
  await withDatabase(setup, async (databaseUri, databasePid) => {
    const before = only ? {} : await measureAlone({ ...setup, databaseUri })
    await withProduct({ ...setup, databaseUri }, async (product) => {
      const ingest = await ingestShown({ product, databaseUri, databasePid, only })
      if (only) return

      const longPolls = await measureLongPolls(product, 8)
      console.table([longPollLine(longPolls)])
      const reads = await readsShown({ product, databaseUri })
      await writeResults({ ...before, ingest, longPolls, reads })
    })
  })
}

/** Reads alone. */
export async function runReads(setup: BenchSetup): Promise<void> {
  await withDatabase(setup, async (databaseUri) => {
    await withProduct({ ...setup, databaseUri }, async (product) => {
      await writeResults({ reads: await readsShown({ product, databaseUri }) })
    })
  })
}

async function readsShown(served: Parameters<typeof measureReads>[0]) {
  const reads = await measureReads(served)
  console.table(reads.map(readLine))
  return reads
}

/** Measures ingest on a warm server and prints its tables. */
async function ingestShown(served: Omit<Parameters<typeof measureIngest>[0], 'seconds'>) {
  await warmUp(served.product)
  const ingest = await measureIngest({ ...served, seconds: 5 })
  console.table(ingest.map(ingestLine))
  console.log('Processor time for a mail, user and system:')
  console.table(ingest.map(threadLine))
  return ingest
}

/** Measures the parsing of mails, by name and by density, and prints its tables. */
export async function runParsing() {
  const parsing = await measureParsing()
  console.table(parsing.map(parsingLine))
  const density = await measureDensity()
  console.table(density.map(densityLine))
  return { parsing, density }
}

/** Measurements without load, on a server that had no load before. */
async function measureAlone(served: BenchSetup & { databaseUri: string }) {
  const parsed = await runParsing()
  const rendering = await measureRendering()
  console.table(rendering.map(renderingLine))
  const idle: Awaited<ReturnType<typeof measureIdle>>[] = []
  await withProduct(served, async (product) => {
    idle.push(await measureIdle(product, idleConnections))
  })
  console.table(idle.map(idleLine))
  const stored = await measureStored(served.databaseUri)
  console.table([storedLine(stored)])
  return { ...parsed, rendering, idle, stored }
}

/** In another database of the same mongod. */
async function measureStored(databaseUri: string) {
  const db = await connectDatabase(Object.assign(new URL(databaseUri), { pathname: '/stored' }).href)
  try {
    await ensureCollections(db)
    const order = { db, inboxes: storedInboxes, mails: storedMails, onProgress: () => {} }
    const { rawBytes } = await fillDatabase(order)
    return await storedBytes(db, { mails: storedMails, rawBytes })
  } finally {
    await db.dropDatabase()
    await db.client.close()
  }
}
