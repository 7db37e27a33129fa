import type { Scene, Screen } from './scene.ts'

const isPhone = ({ page }: Scene) => (page.viewportSize()?.width ?? 0) < 600

/** The frame around every screen, and what is there before it. */
export const shellScreens: readonly Screen[] = [
  {
    name: 'shell-signed-out',
    show: async ({ page, open }) => {
      await open('/api-keys')
      await page.evaluate("sessionStorage.clear(); sessionStorage.setItem('inlet.signed-out', 'yes')")
      await page.reload()
      await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
    },
  },
  {
    name: 'shell-services',
    show: async ({ page, open, world }) => {
      await open('/api-keys')
      await page.goto(`${world.dashboardUrl}services`)
      await page.getByRole('button', { name: 'Create service' }).waitFor()
    },
  },
  {
    name: 'shell-navigation',
    show: async (scene) => {
      await scene.open('/api-keys')
      if (isPhone(scene)) await scene.page.getByRole('button', { name: 'Navigation' }).click()
      await scene.page.getByRole('button', { name: 'Account' }).click()
      await scene.page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    },
  },
  {
    name: 'shell-switcher',
    show: async (scene) => {
      await scene.open('/api-keys')
      if (isPhone(scene)) await scene.page.getByRole('button', { name: 'Navigation' }).click()
      await scene.page.getByRole('button', { name: 'Service:' }).click()
      await scene.page.getByRole('menuitem', { name: 'New service' }).waitFor()
    },
  },
  {
    name: 'shell-palette',
    show: async ({ page, open }) => {
      await open('/api-keys')
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Members' }).waitFor()
    },
  },
  {
    name: 'shell-shortcuts',
    show: async ({ page, open }) => {
      await open('/api-keys')
      await page.getByRole('table').waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  {
    name: 'shell-offline',
    show: async ({ page, visitor, open }) => {
      await open('/api-keys')
      await visitor.context.setOffline(true)
      await page.getByText('You are offline').waitFor()
    },
  },
  {
    name: 'shell-nothing',
    show: async ({ page, open }) => {
      await open('/nothing')
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    },
  },
]
