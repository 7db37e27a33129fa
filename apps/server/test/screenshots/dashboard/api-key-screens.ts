import { listStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

async function openKeys({ open, page }: Scene): Promise<void> {
  await open('/api-keys')
  await page.getByRole('rowheader', { name: 'Checkout tests' }).waitFor()
}

async function openMenuOf(scene: Scene, name: string): Promise<void> {
  await openKeys(scene)
  await scene.page.getByRole('button', { name: `Actions for ${name}` }).click()
}

/** The screen of API keys. */
export const apiKeyScreens: readonly Screen[] = [
  { name: 'api-keys-list', show: openKeys },
  ...listStates({ name: 'api-keys', path: '/api-keys', call: 'listApiKeys', empty: 'No API keys yet' }),
  {
    name: 'api-keys-viewer',
    role: 'viewer',
    show: async (scene) => {
      await openKeys(scene)
      await scene.page.getByRole('button', { name: 'Create API key' }).focus()
    },
  },
  { name: 'api-keys-menu', show: (scene) => openMenuOf(scene, 'CI') },
  { name: 'api-keys-menu-viewer', role: 'viewer', show: (scene) => openMenuOf(scene, 'CI') },
  {
    name: 'api-keys-create',
    show: async ({ page, open }) => {
      await open('/api-keys?dialog=create')
      await page.getByRole('textbox', { name: 'Name' }).fill('CI of the shop')
    },
  },
  {
    name: 'api-keys-create-error',
    show: async ({ page, open }) => {
      await open('/api-keys?dialog=create')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByText('Fill this in').waitFor()
    },
  },
  {
    name: 'api-keys-created',
    show: async ({ page, open }) => {
      await page.route('**/trpc/*createApiKey*', (route) =>
        route.fulfill({
          status: 201,
          json: [{ result: { data: { data: { value: `inlet_live_${'x7Qa'.repeat(10)}` } } } }],
        }),
      )
      await open('/api-keys?dialog=create')
      await page.getByRole('textbox', { name: 'Name' }).fill('CI of the shop')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByText('API key created').waitFor()
    },
  },
  {
    name: 'api-keys-rotate',
    show: async (scene) => {
      await openMenuOf(scene, 'CI')
      await scene.page.getByRole('menuitem', { name: 'Rotate' }).click()
      await scene.page.getByRole('button', { name: 'Rotate key' }).waitFor()
    },
  },
  {
    name: 'api-keys-revoke',
    show: async (scene) => {
      await openMenuOf(scene, 'CI')
      await scene.page.getByRole('menuitem', { name: 'Revoke' }).click()
      await scene.page.getByRole('button', { name: 'Revoke key' }).waitFor()
    },
  },
]
