import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BenchSetup, warmUp, withDatabase, withProduct } from '../bench-setup.ts'
import { besideLine, eventsLine, killedLine } from '../table-lines.ts'
import { writeResults } from '../write-results.ts'
import { measureKilledWorkers } from './killed-workers.ts'
import { measureEvents } from './measure-events.ts'
import { measureIngestBeside } from './measure-ingest-beside.ts'

const settings = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' }

/**
 * Webhooks: what they cost ingest, how soon healthy receivers get a mail beside dead ones, and whether killed workers lose any. `part` is
 * `killed` for the last alone.
 */
export async function runWebhooks(setup: BenchSetup, part?: string): Promise<void> {
  if (part !== 'killed') {
    await withDatabase(setup, async (databaseUri) => {
      await withProduct({ ...setup, databaseUri, settings }, async (product) => {
        await warmUp(product)
        const beside = await measureIngestBeside(product, databaseUri)
        console.table([besideLine(beside)])
        const events = await measureEvents({ product, databaseUri })
        console.table([eventsLine(events)])
        await writeResults({ webhooks: { beside, events } })
      })
    })
  }
  const folder = join(setup.folder, 'killed')
  await mkdir(folder)
  await withDatabase({ ...setup, folder }, async (databaseUri) => {
    const receiving = { ...settings, INLET_ROLE: 'smtp' }
    await withProduct({ ...setup, folder, databaseUri, settings: receiving }, async (product) => {
      const killed = await measureKilledWorkers({ product, databaseUri, folder, settings })
      console.table([killedLine(killed)])
      await writeResults({ killedWorkers: killed })
    })
  })
}
