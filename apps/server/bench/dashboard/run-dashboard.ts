import { startBrowser } from '@inlet/testkit/chromium'
import { provideWebApps } from '@inlet/web-build'
import { firstLoadBytes } from '../../test/support/first-load.ts'
import { type BenchSetup, warmUp, withDatabase, withProduct } from '../bench-setup.ts'
import type { ServedProduct } from '../served-product.ts'
import { writeResults } from '../write-results.ts'
import { dashboardLines } from './dashboard-lines.ts'
import { measureLongList } from './long-list.ts'
import { openDashboard } from './open-dashboard.ts'
import { measureScreenChanges } from './screen-changes.ts'
import { measureVisibleMails } from './visible-mail.ts'

/** All dashboards are of the demo's user. */
const settings = { LIVE_FEEDS_PER_USER: '200', HTTP_MAX_CONNECTIONS_PER_CLIENT: '400' }

/** The dashboard in a real browser, against its bounds; the process ends with 1 where one is exceeded. */
export async function runDashboard(setup: BenchSetup): Promise<void> {
  await provideWebApps((progress) => console.log(progress))
  await withDatabase(setup, async (databaseUri) => {
    await withProduct({ ...setup, databaseUri, settings }, async (product) => {
      await warmUp(product)
      const dashboard = await measureDashboard(product)
      const lines = dashboardLines(dashboard)
      console.table(lines)
      await writeResults({ dashboard })
      if (lines.some(({ kept }) => kept === 'NO')) process.exitCode = 1
    })
  })
}

async function measureDashboard(product: ServedProduct) {
  await using browser = await startBrowser()
  await using tab = await openDashboard(browser, product)
  const screenChanges = await measureScreenChanges(tab)
  const visibleMail = await measureVisibleMails(tab, product)
  const longList = await measureLongList(tab, product)
  const firstLoadKb = Math.max(...Object.values(await firstLoadBytes())) / 1000
  return { firstLoadKb, screenChanges, visibleMail, longList }
}
