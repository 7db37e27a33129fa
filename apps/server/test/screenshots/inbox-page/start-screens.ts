import type { Screen } from './screen.ts'

/** The page before an inbox is open. */
export const startScreens: readonly Screen[] = [
  {
    name: 'start',
    isMain: true,
    show: async ({ stage, strings, page }) => {
      await page.goto(stage.origin)
      await page.getByRole('heading', { name: strings.startTitle }).waitFor()
    },
  },
  {
    name: 'start-recent',
    isMain: true,
    show: async ({ stage, strings, visitor, page }) => {
      const names = ['q4x7mz2k9d3f', 'newsletter', 'test.account-of-the-staging-environment_for_release.2026-11-23']
      const recent = names.map((name) => ({ address: `${name}@${stage.hostname}`, session: null }))
      await stage.remember(visitor, recent)
      await page.goto(stage.origin)
      await page.getByRole('heading', { name: strings.recentAddresses }).waitFor()
    },
  },
  {
    name: 'start-forgotten',
    show: async ({ stage, strings, visitor, page }) => {
      const names = ['newsletter', 'shop']
      await stage.remember(
        visitor,
        names.map((name) => ({ address: `${name}@${stage.hostname}`, session: null })),
      )
      await page.goto(stage.origin)
      await page
        .getByRole('button', { name: strings.forgetAddress.replace('{address}', `newsletter@${stage.hostname}`) })
        .click()
      await page.getByRole('button', { name: strings.undo }).waitFor()
    },
  },
  {
    name: 'start-taken',
    isMain: true,
    show: async ({ stage, strings, page }) => {
      const { full } = await stage.generate()
      await page.goto(stage.origin)
      await page.getByRole('textbox', { name: strings.name }).fill(full.split('@')[0] ?? '')
      await page.getByRole('button', { name: strings.createAddress }).click()
      await page.getByText(strings.nameTaken).waitFor()
    },
  },
  {
    name: 'start-bad-name',
    show: async ({ stage, strings, page }) => {
      await page.goto(stage.origin)
      await page.getByRole('textbox', { name: strings.name }).fill('not a name!')
      await page.getByRole('button', { name: strings.createAddress }).click()
      await page.getByText(strings.nameRule).waitFor()
    },
  },
  {
    name: 'start-no-answer',
    show: async ({ stage, strings, page }) => {
      await page.goto(stage.origin)
      await page.route('**/v1/public/**', (route) => route.abort())
      await page.getByRole('button', { name: strings.randomAddress }).click()
      await page.getByText(strings.errorNoAnswer).waitFor()
    },
  },
  {
    name: 'start-keyboard',
    show: async ({ stage, strings, page }) => {
      await page.goto(stage.origin)
      await page.getByRole('button', { name: strings.createAddress }).waitFor()
      for (let tabs = 0; tabs < 6; tabs += 1) await page.keyboard.press('Tab')
    },
  },
  {
    name: 'start-skip-link',
    show: async ({ stage, strings, page }) => {
      await page.goto(stage.origin)
      await page.getByRole('button', { name: strings.createAddress }).waitFor()
      await page.keyboard.press('Tab')
    },
  },
  ...['yellow', 'white', 'black', 'customer-communications.notifications.international-shipping'].map((host) => ({
    name: `start-brand-${host.split('.')[0]}`,
    show: async ({ stage, strings, visitor, page }: Parameters<Screen['show']>[0]) => {
      await stage.remember(visitor, [{ address: `newsletter@${host}.localhost`, session: null }])
      await page.goto(stage.originOf(host))
      await page.getByRole('heading', { name: strings.startTitle }).waitFor()
    },
  })),
]
