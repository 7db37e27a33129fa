import { type BenchSetup, warmUp, withDatabase, withProduct } from '../bench-setup.ts'
import { serveProduct } from '../served-product.ts'
import { besideLine, eventsLine } from '../table-lines.ts'
import { writeResults } from '../write-results.ts'
import { measureEvents } from './measure-events.ts'
import { measureIngestBeside } from './measure-ingest-beside.ts'

const settings = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' }

/** Webhooks: what they cost ingest, how soon healthy receivers hear of a mail beside dead ones, and what killed processes lose. */
export async function runWebhooks(setup: BenchSetup): Promise<void> {
  await withDatabase(setup, async (databaseUri) => {
    await withProduct({ ...setup, databaseUri, settings }, async (product) => {
      await warmUp(product)
      const beside = await measureIngestBeside(product, databaseUri)
      console.table([besideLine(beside)])
      const events = await measureEvents({ product, databaseUri })
      console.table([eventsLine(events)])
      const serveVictim = () => serveProduct({ ...setup, databaseUri, settings })
      const afterKills = await measureEvents({ product, databaseUri, serveVictim })
      console.table([eventsLine(afterKills)])
      await writeResults({ webhooks: { beside, events, afterKills } })
    })
  })
}
