import type { startBrowser } from '@inlet/testkit/chromium'
import type { ServedProduct } from '../served-product.ts'

type Browser = Awaited<ReturnType<typeof startBrowser>>

/** A tab with the dashboard. */
export type DashboardTab = Awaited<ReturnType<typeof openDashboard>>

/** Logs the demo's user in, in a tab of a profile of its own, which is left at the overview; `serviceUrl` is what the URLs of all screens begin with. */
export async function openDashboard(browser: Browser, { demo }: ServedProduct) {
  const { user } = demo
  if (!user) throw new Error('the demo has no user')
  const tab = await browser.open()
  const { page } = tab
  await page.goto(new URL('/dashboard', demo.baseUrl).href)
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  return { ...tab, serviceUrl: new URL(`/dashboard/services/${demo.service.id}`, demo.baseUrl).href }
}
