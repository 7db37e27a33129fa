import type { Scene, Screen } from './scene.ts'

const listCall = '**/trpc/*listApiKeys*'

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
    name: 'api-keys-loading',
    show: async ({ page, open }) => {
      await page.route(listCall, () => {})
      await open('/api-keys')
      await page.getByText('Loading', { exact: true }).waitFor({ state: 'attached' })
    },
  },
  {
    name: 'api-keys-failed',
    show: async ({ page, open }) => {
      const error = {
        message: 'Something',
        code: -32603,
        data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId: 'req_01JZX3' },
      }
      await page.route(listCall, (route) => route.fulfill({ status: 500, json: [{ error }] }))
      await open('/api-keys')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  {
    name: 'api-keys-empty',
    show: async ({ page, open }) => {
      const data = { data: [], meta: { cursor: '', hasMore: false } }
      await page.route(listCall, (route) => route.fulfill({ json: [{ result: { data } }] }))
      await open('/api-keys')
      await page.getByText('No API keys yet').waitFor()
    },
  },
  {
    name: 'api-keys-create',
    show: async ({ page, open }) => {
      await open('/api-keys?dialog=create')
      await page.getByRole('textbox', { name: 'Name' }).fill('CI of the shop')
    },
  },
  {
    name: 'api-keys-create-fault',
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
