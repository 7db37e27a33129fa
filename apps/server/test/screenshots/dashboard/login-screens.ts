import { endLogins, enterLogin, type Login, openAs } from '../../support/dashboard-app.ts'
import type { Scene, Screen } from './scene.ts'

/** Opens the login of the provider, as somebody whom it does not know. */
async function openLogin({ world, page, visitor }: Scene): Promise<void> {
  await visitor.context.clearCookies()
  await page.goto(`${world.dashboardUrl}?first`)
  await page.getByLabel('Password').waitFor()
}

/** The session of somebody ends while they fill in a form, and the login is asked for; `then` gets their new one. */
async function loseSession(scene: Scene, then: (login: Login) => Promise<void>): Promise<void> {
  const { world, page, visitor } = scene
  const login = await world.someone('owner', { name: 'Olga Owner' })
  await visitor.context.clearCookies()
  await openAs(visitor, login, `${world.serviceUrl}/api-keys?dialog=create`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
  const again = await endLogins(world, login)
  await page.route('**/trpc/*createApiKey*', (route) => route.fulfill({ status: 401, json: [] }))
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Password').waitFor()
  await then(again)
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
    name: 'login-mid-form',
    show: (scene) => loseSession(scene, async () => {}),
  },
  {
    name: 'login-mid-form-back',
    show: (scene) =>
      loseSession(scene, async (login) => {
        await enterLogin(scene.visitor, login)
        await scene.page.getByRole('dialog', { name: 'Create API key' }).waitFor()
      }),
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
      await page.getByRole('heading', { name: 'Cannot reach the server' }).waitFor()
    },
  },
]
