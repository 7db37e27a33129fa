import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BenchSetup, warmUp, withDatabase, withProduct } from '../bench-setup.ts'
import { besideLine, eventsLine, killedLine } from '../table-lines.ts'
import { writeResults } from '../write-results.ts'
import { measureKilledWorkers } from './killed-workers.ts'
import { measureEvents } from './measure-events.ts'
import { measureIngestBeside } from './measure-ingest-beside.ts'
import { endWorker, spawnWorker } from './spawn-worker.ts'

/** Without a bound on the deliveries of a service: the load is all one service's. */
const settings = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', WEBHOOK_DELIVERIES_PER_MINUTE: '1000000' }

const parts = ['ingest', 'worker', 'events', 'killed'] as const
type Part = (typeof parts)[number]

/**
 * Webhooks: what they cost ingest, in one process and with a worker beside it, how soon healthy receivers get a mail beside dead ones, and
 * whether killed workers lose any. `only` names one of these parts, each of which has a database of its own. @throws where there is no such
 * part
 */
export async function runWebhooks(setup: BenchSetup, only?: string): Promise<void> {
  const wanted = only === undefined ? parts : parts.filter((part) => part === only)
  if (wanted.length === 0) throw new Error(`The parts of webhooks are ${parts.join(', ')}`)
  const run: Record<Part, (own: BenchSetup) => Promise<void>> = {
    ingest: runIngest,
    worker: runWorker,
    events: runEvents,
    killed: runKilled,
  }
  for (const part of wanted) {
    const folder = join(setup.folder, part)
    await mkdir(folder)
    await run[part]({ ...setup, folder })
  }
}

async function runIngest(setup: BenchSetup): Promise<void> {
  await withDatabase(setup, async (databaseUri, databasePid) => {
    await withProduct({ ...setup, databaseUri, settings }, async (product) => {
      await warmUp(product)
      const beside = await measureIngestBeside({ product, serverPids: [product.pid], databaseUri, databasePid })
      console.table([besideLine(beside)])
      await writeResults({ ingestBesideWebhooks: beside })
    })
  })
}

/** The same with two processes: one receives, and one sends webhooks. */
async function runWorker(setup: BenchSetup): Promise<void> {
  await withDatabase(setup, async (databaseUri, databasePid) => {
    const receiving = { ...settings, INLET_ROLE: 'smtp' }
    await withProduct({ ...setup, databaseUri, settings: receiving }, async (product) => {
      const worker = await spawnWorker({ databaseUri, folder: setup.folder, settings }, 0)
      try {
        await warmUp(product)
        const serverPids = [product.pid, worker.pid ?? 0]
        const beside = await measureIngestBeside({ product, serverPids, databaseUri, databasePid })
        console.table([besideLine(beside)])
        await writeResults({ ingestBesideWorker: beside })
      } finally {
        await endWorker(worker, 'SIGTERM')
      }
    })
  })
}

async function runEvents(setup: BenchSetup): Promise<void> {
  await withDatabase(setup, async (databaseUri) => {
    await withProduct({ ...setup, databaseUri, settings }, async (product) => {
      await warmUp(product)
      const events = await measureEvents({ product, databaseUri })
      console.table([eventsLine(events)])
      await writeResults({ webhookEvents: events })
    })
  })
}

async function runKilled(setup: BenchSetup): Promise<void> {
  await withDatabase(setup, async (databaseUri) => {
    const receiving = { ...settings, INLET_ROLE: 'smtp' }
    await withProduct({ ...setup, databaseUri, settings: receiving }, async (product) => {
      const killed = await measureKilledWorkers({ product, databaseUri, folder: setup.folder, settings })
      console.table([killedLine(killed)])
      await writeResults({ killedWorkers: killed })
    })
  })
}
