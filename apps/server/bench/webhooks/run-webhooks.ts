import { type BenchSetup, warmUp, withDatabase, withProduct } from '../bench-setup.ts'
import { besideLine, eventsLine } from '../table-lines.ts'
import { writeResults } from '../write-results.ts'
import { measureEvents } from './measure-events.ts'
import { measureIngestBeside } from './measure-ingest-beside.ts'

const settings = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' }

/** Webhooks: what they cost ingest, and how soon healthy receivers hear of a mail beside dead ones. */
export async function runWebhooks(setup: BenchSetup): Promise<void> {
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
