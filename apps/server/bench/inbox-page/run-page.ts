import { type BenchSetup, warmUp, withDatabase, withProduct } from '../bench-setup.ts'
import { measurePublicList } from '../reads.ts'
import { firstPaintLine, readLine, visibleMailLine } from '../table-lines.ts'
import { writeResults } from '../write-results.ts'
import { measureFirstPaint } from './first-paint.ts'
import { measureVisibleMail } from './visible-mail.ts'

/** The visitors come through a proxy, each from an address of their own. */
const settings = { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_REQUESTS_PER_MINUTE: '100000000' }

/** The visitors' page: its list compared with a raw route, how soon a mail is seen, and its first paint in a slow browser. */
export async function runPage(setup: BenchSetup): Promise<void> {
  await withDatabase(setup, async (databaseUri) => {
    await withProduct({ ...setup, databaseUri, settings }, async (product) => {
      await writeResults({ page: await measurePage({ product, databaseUri }) })
    })
  })
}

async function measurePage(served: Parameters<typeof measurePublicList>[0]) {
  const { product } = served
  await warmUp(product)
  const lists = await measurePublicList(served)
  console.table(lists.map(readLine))
  const visibleMail = await measureVisibleMail(product)
  console.table([visibleMailLine(visibleMail)])
  const firstPaint = await measureFirstPaint(product)
  console.table(firstPaint.map(firstPaintLine))
  return { lists, visibleMail, firstPaint }
}
