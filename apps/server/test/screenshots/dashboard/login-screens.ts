import type { Scene, Screen } from './scene.ts'

/** Opens the login of the provider, as somebody whom it does not know. */
async function openLogin({ world, page, visitor }: Scene): Promise<void> {
  await visitor.context.clearCookies()
  await page.goto(`${world.dashboardUrl}?first`)
  await page.getByLabel('Password').waitFor()
}

/** The login, and what is there instead of the dashboard. */
export const loginScreens: readonly Screen[] = [
  { name: 'login-form', show: openLogin },
  {
    name: 'login-wrong',
    show: async (scene) => {
      await openLogin(scene)
      await scene.page.getByLabel('E-mail').fill('grace.hopper@example.com')
      await scene.page.getByLabel('Password').fill('not the password')
      await scene.page.getByRole('button', { name: 'Log in' }).click()
      await scene.page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'login-expired',
    show: async (scene) => {
      await openLogin(scene)
      await scene.visitor.context.clearCookies()
      await scene.page.reload()
      await scene.page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'login-log-out',
    show: async ({ page, open }) => {
      await open('/api-keys')
      if (await page.getByRole('button', { name: 'Navigation' }).isVisible()) {
        await page.getByRole('button', { name: 'Navigation' }).click()
      }
      await page.getByRole('button', { name: 'Account:' }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await page.getByRole('button', { name: 'Stay logged in' }).waitFor()
    },
  },
  {
    name: 'login-signed-out',
    show: async ({ page, open }) => {
      await open('/api-keys')
      await page.evaluate("sessionStorage.clear(); sessionStorage.setItem('inlet.signed-out', 'yes')")
      await page.reload()
      await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
    },
  },
  {
    name: 'login-failed',
    show: async ({ page, world }) => {
      const words = 'The+user+may+not+use+this+application+%E2%80%AE%3Cb%3E'
      await page.goto(`${world.dashboardUrl}callback?error=access_denied&error_description=${words}&state=nobody`)
      await page.getByRole('heading', { name: 'The login did not work' }).waitFor()
    },
  },
  {
    name: 'login-refused',
    show: async ({ page, world }) => {
      await page.route(/\/trpc\//, (route) => route.fulfill({ status: 401, json: [] }))
      await page.goto(`${world.dashboardUrl}services`)
      await page.getByRole('heading', { name: 'This login is not accepted here' }).waitFor()
    },
  },
  {
    name: 'login-no-server',
    show: async ({ page, world }) => {
      await page.route('**/config.json', (route) => route.fulfill({ status: 503, body: '' }))
      await page.goto(world.dashboardUrl)
      await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    },
  },
]
