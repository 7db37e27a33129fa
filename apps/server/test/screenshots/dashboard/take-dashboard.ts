import { join } from 'node:path'
import { startBrowser } from '@inlet/testkit/chromium'
import { type DashboardWorld, type Login, openAs, screenOf, startDashboardWorld } from '../../support/dashboard-app.ts'
import { startOwnMongod } from '../../support/own-mongod.ts'
import { accountScreens } from './account-screens.ts'
import { addressScreens } from './address-screens.ts'
import { apiKeyScreens } from './api-key-screens.ts'
import { auditLogScreens } from './audit-log-screens.ts'
import { billingScreens } from './billing-screens.ts'
import { brandingScreens } from './branding-screens.ts'
import { domainScreens } from './domain-screens.ts'
import { fillService } from './fill-service.ts'
import { fillWebhooks } from './fill-webhooks.ts'
import { inboxScreens } from './inbox-screens.ts'
import { memberScreens } from './member-screens.ts'
import { overviewScreens } from './overview-screens.ts'
import type { Scene, Screen } from './scene.ts'
import { shellScreens } from './shell-screens.ts'
import { webhookScreens } from './webhook-screens.ts'

const screens: readonly Screen[] = [
  ...shellScreens,
  ...overviewScreens,
  ...inboxScreens,
  ...domainScreens,
  ...addressScreens,
  ...apiKeyScreens,
  ...billingScreens,
  ...brandingScreens,
  ...memberScreens,
  ...webhookScreens,
  ...auditLogScreens,
  ...accountScreens,
]

const looks = [
  { theme: 'light', width: 1280, height: 800 },
  { theme: 'dark', width: 1280, height: 800 },
  { theme: 'light', width: 390, height: 844 },
  { theme: 'dark', width: 390, height: 844 },
] as const

/** Takes pictures of the dashboard. @throws where a state cannot be reached, after all others */
export async function takeDashboard(folder: string, words: readonly string[]): Promise<void> {
  const wanted = screens.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (wanted.length === 0) throw new Error(`There are: ${screens.map(({ name }) => name).join(', ')}`)

  const mongod = await startOwnMongod()
  const failed: string[] = []
  try {
    await using world = await startDashboardWorld(Object.assign(new URL(mongod.uri), { pathname: '/dashboard' }).href)
    const logins = await fillService(world)
    await fillWebhooks(world.deps, world.tenant.serviceId)
    await using browser = await startBrowser()
    // The provider knows the browser then: each picture would else be a login, and logins are limited.
    const cookies = {
      viewer: await cookiesOf(browser, world, logins.viewer),
      admin: await cookiesOf(browser, world, logins.admin),
      owner: await cookiesOf(browser, world, logins.owner),
    }
    for (const screen of wanted) {
      for (const { theme, width, height } of looks) {
        const name = `${screen.name}-${width}-${theme}`
        await using visitor = await browser.open({
          viewport: { width, height },
          colorScheme: theme,
          reducedMotion: 'reduce',
          permissions: ['clipboard-write'],
          hasTouch: width < 600,
          isMobile: width < 600,
        })
        visitor.context.setDefaultTimeout(15_000)
        const { page } = visitor
        const login: Login = logins[screen.role ?? 'owner']
        await visitor.context.addCookies(cookies[screen.role ?? 'owner'])
        const open = async (path: string) => {
          await page.goto(`${world.serviceUrl}${path}`)
          await screenOf(visitor).waitFor()
        }
        const scene: Scene = { world, visitor, page, login, open }
        try {
          await screen.show(scene)
          await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
        } catch (error) {
          failed.push(`${name}: ${error instanceof Error ? error.message : error}`)
          await page.screenshot({ path: join(folder, `${name}-failed.png`) })
        }
        if (visitor.complaints.length > 0) console.log(`${name}: ${visitor.complaints.join('; ')}`)
      }
      console.log(screen.name)
    }
  } finally {
    await mongod.stop()
  }
  if (failed.length > 0) throw new Error(failed.join('\n'))
}

type Browser = Awaited<ReturnType<typeof startBrowser>>

/** The cookies of a browser in which somebody has logged in. */
async function cookiesOf(browser: Browser, world: DashboardWorld, login: Login) {
  await using visitor = await browser.open()
  await openAs(visitor, login, `${world.serviceUrl}/members`)
  return await visitor.context.cookies()
}
