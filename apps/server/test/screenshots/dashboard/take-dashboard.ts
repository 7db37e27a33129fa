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
import { hostileScreens } from './hostile-screens.ts'
import { inboxScreens } from './inbox-screens.ts'
import { loginScreens } from './login-screens.ts'
import { memberScreens } from './member-screens.ts'
import { overviewScreens } from './overview-screens.ts'
import type { Scene, Screen } from './scene.ts'
import { shellScreens } from './shell-screens.ts'
import { webhookScreens } from './webhook-screens.ts'

const screens: readonly Screen[] = [
  ...loginScreens,
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
  ...hostileScreens,
]

const themes = ['light', 'dark'] as const

/** Each device is one tab: its other widths and the other theme are pictures of the same state. */
const devices = [
  { isPhone: false, height: 800, widths: [1280, 1440] },
  { isPhone: true, height: 844, widths: [390, 360] },
] as const

/** Takes pictures of the dashboard. @throws where a state cannot be reached, after all others */
export async function takeDashboard(folder: string, words: readonly string[]): Promise<void> {
  const wanted = screens.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (wanted.length === 0) throw new Error(`There are: ${screens.map(({ name }) => name).join(', ')}`)

  const mongod = await startOwnMongod()
  const failed: string[] = []
  try {
    const uri = Object.assign(new URL(mongod.uri), { pathname: '/dashboard' }).href
    // Some pictures begin with a login of their own.
    await using world = await startDashboardWorld(uri, {
      settings: { LOGIN_TRIES_PER_IP: '1000', LOGIN_TRIES_PER_ACCOUNT_AND_IP: '1000', LOGIN_TRIES_PER_ACCOUNT: '1000' },
    })
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
      for (const { isPhone, height, widths } of devices) {
        await using visitor = await browser.open({
          viewport: { width: widths[0], height },
          reducedMotion: 'reduce',
          permissions: ['clipboard-write'],
          hasTouch: isPhone,
          isMobile: isPhone,
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
        const name = `${screen.name}-${isPhone ? 'phone' : 'desk'}`
        try {
          await screen.show(scene)
          for (const width of widths) {
            await page.setViewportSize({ width, height })
            for (const colorScheme of themes) {
              await page.emulateMedia({ colorScheme })
              await picture(page, join(folder, `${screen.name}-${width}-${colorScheme}.png`))
            }
          }
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

/** The whole page, or what is seen of it while something lies over it. */
async function picture(page: Scene['page'], path: string): Promise<void> {
  const fullPage = (await page.locator('[role=dialog], [role=menu]').count()) === 0
  if (fullPage) await page.evaluate('window.scrollTo(0, 0)')
  await page.screenshot({ path, animations: 'disabled', fullPage })
}

type Browser = Awaited<ReturnType<typeof startBrowser>>

/** The cookies of a browser in which somebody has logged in. */
async function cookiesOf(browser: Browser, world: DashboardWorld, login: Login) {
  await using visitor = await browser.open()
  await openAs(visitor, login, `${world.serviceUrl}/members`)
  return await visitor.context.cookies()
}
