import { type BenchSetup, warmUp, withDatabase, withProduct } from '../bench-setup.ts'
import { feedsLine } from '../table-lines.ts'
import { writeResults } from '../write-results.ts'
import { measureFeeds } from './measure-feeds.ts'

/** All feeds are of the demo's user. */
const settings = { LIVE_FEEDS_PER_USER: '1000', HTTP_MAX_CONNECTIONS_PER_CLIENT: '2000' }

/** Live feeds: the memory that a thousand of them take, and how soon they report a mail. */
export async function runLiveFeed(setup: BenchSetup): Promise<void> {
  await withDatabase(setup, async (databaseUri) => {
    await withProduct({ ...setup, databaseUri, settings }, async (product) => {
      await warmUp(product)
      const feeds = await measureFeeds(product)
      console.table([feedsLine(feeds)])
      await writeResults({ liveFeed: feeds })
    })
  })
}
