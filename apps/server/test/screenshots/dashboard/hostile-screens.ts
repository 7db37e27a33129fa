import { type HostileService, hostileService } from '../../dashboard-app/hostile-service.ts'
import { openAs, screenOf } from '../../support/dashboard-app.ts'
import type { Scene, Screen } from './scene.ts'

let made: Promise<HostileService> | null = null

/** A state of the service in which every text is hostile. */
const hostile = (
  name: string,
  path: string | ((service: HostileService) => string),
  show: (scene: Scene, service: HostileService) => Promise<void>,
): Screen => ({
  name: `hostile-${name}`,
  show: async (scene) => {
    made ??= hostileService(scene.world)
    const service = await made
    const { page, visitor } = scene
    await visitor.context.clearCookies()
    await openAs(visitor, service.login, `${service.url}/members`)
    await page.goto(`${service.url}${typeof path === 'string' ? path : path(service)}`)
    await screenOf(visitor).waitFor()
    await show(scene, service)
  },
})

const firstRow = ({ page }: Scene) => page.getByRole('rowheader').first()

/** Every screen with texts of strangers that are made to break it. */
export const hostileScreens: readonly Screen[] = [
  hostile('overview', '/overview', async ({ page }) => {
    await page.getByRole('region', { name: 'Needs attention' }).waitFor()
  }),
  hostile(
    'inbox',
    ({ fullAddress }) => `/inbox/${fullAddress}`,
    async ({ page }) => {
      await page.getByRole('link', { name: '<img src=x' }).click()
      await page.frameLocator('iframe').getByText('771204').waitFor()
    },
  ),
  hostile(
    'inbox-list',
    ({ fullAddress }) => `/inbox/${fullAddress}`,
    async ({ page }) => page.getByRole('link', { name: '<img src=x' }).waitFor(),
  ),
  hostile('addresses', '/addresses', async (scene) => firstRow(scene).waitFor()),
  hostile('domains', '/domains', async (scene) => firstRow(scene).waitFor()),
  hostile(
    'domain',
    ({ claimedId }) => `/domains/${claimedId}`,
    async ({ page }) => page.getByRole('heading', { name: 'DNS records' }).waitFor(),
  ),
  hostile('api-keys', '/api-keys', async (scene) => firstRow(scene).waitFor()),
  hostile('api-key-revoke', '/api-keys', async ({ page }) => {
    await page.getByRole('button', { name: 'Actions for' }).first().click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').waitFor()
  }),
  hostile('webhooks', '/webhooks', async (scene) => firstRow(scene).waitFor()),
  hostile(
    'webhook',
    ({ webhookId }) => `/webhooks/${webhookId}`,
    async (scene) => firstRow(scene).waitFor(),
  ),
  hostile(
    'delivery',
    ({ webhookId }) => `/webhooks/${webhookId}`,
    async (scene) => {
      const { page } = scene
      await page.getByRole('rowheader').getByRole('link').first().click()
      await page.getByText('Response body').first().click()
    },
  ),
  hostile('branding', '/branding', async ({ page }) => page.getByText('Text on it is').waitFor()),
  hostile('members', '/members', async (scene) => firstRow(scene).waitFor()),
  hostile('member-remove', '/members', async ({ page }) => {
    await page.getByRole('button', { name: 'Actions for' }).last().click()
    await page.getByRole('menuitem').click()
    await page.getByRole('dialog').waitFor()
  }),
  hostile('audit-log', '/audit-log', async (scene) => firstRow(scene).waitFor()),
  hostile('audit-entry', '/audit-log?action=service.changed', async ({ page }) => {
    await page.getByRole('button', { name: 'Service changed' }).first().click()
    await page.getByRole('button', { name: 'Done' }).waitFor()
  }),
  hostile('account', '/../../account', async ({ page }) => page.getByText('Your services').waitFor()),
  hostile('palette', '/api-keys', async ({ page }) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
  }),
]
