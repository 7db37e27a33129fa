import type { Scene, Screen } from './scene.ts'

async function openAccount({ open, page, world }: Scene): Promise<void> {
  await open('/members')
  await page.goto(`${world.dashboardUrl}account`)
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
  await page.getByText('Your services').waitFor()
}

/** The account of the user. */
export const accountScreens: readonly Screen[] = [
  { name: 'account', show: openAccount },
  {
    name: 'account-everywhere',
    show: async (scene) => {
      await openAccount(scene)
      await scene.page.getByRole('button', { name: 'Log out everywhere' }).click()
      await scene.page.getByRole('dialog').waitFor()
    },
  },
]
