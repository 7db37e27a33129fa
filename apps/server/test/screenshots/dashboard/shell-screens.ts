import { insertService, inviteMember } from '@inlet/core'
import { alterAnswers, serverError } from '../../support/altered-answers.ts'
import { enterLogin } from '../../support/dashboard-app.ts'
import { invite } from '../../support/people.ts'
import type { Scene, Screen } from './scene.ts'

const isPhone = ({ page }: Scene) => (page.viewportSize()?.width ?? 0) < 600

/** Logs in for the first time as a person who is invited to two services. */
async function openInvited({ page, world, visitor }: Scene): Promise<void> {
  const { deps, tenant } = world
  const login = await world.someone(null, { name: 'Nora New' })
  const [olga] = await deps.db.collection<{ _id: string }>('users').find({ name: 'Olga Owner' }).toArray()
  if (!olga) throw new Error('Olga has not logged in')
  const { _id: serviceId } = await insertService(deps, { name: 'Globex' })
  await invite(world, { email: login.email, role: 'viewer', tenant: { ...tenant, serviceId } })
  const caller = {
    kind: 'user',
    userId: olga._id,
    email: null,
    roles: new Map([[tenant.serviceId, 'owner' as const]]),
    origin: { ip: null, requestId: 'screenshots' },
  } as const
  await inviteMember(deps, caller, { id: tenant.serviceId, email: login.email, role: 'admin' })
  await visitor.context.clearCookies()
  await page.goto(world.dashboardUrl)
  await enterLogin(visitor, login)
  await page.getByRole('button', { name: 'Create service' }).waitFor()
}

/** The frame around every screen, and what is there before it. */
export const shellScreens: readonly Screen[] = [
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
  {
    name: 'shell-starting',
    show: async ({ page, world }) => {
      await page.route('**/trpc/*readMe*', () => {})
      await page.goto(`${world.serviceUrl}/api-keys`)
      await page.getByText('Loading your services').waitFor()
      await page.locator('.opacity-0').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'shell-start-failed',
    show: async ({ page, world }) => {
      const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId: 'req_01JZX3' }
      const json = [{ error: { message: 'Something', code: -32603, data } }]
      await page.route('**/trpc/*readMe*', (route) => route.fulfill({ status: 500, json }))
      await page.goto(`${world.serviceUrl}/api-keys`)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  {
    name: 'shell-no-services',
    show: async ({ page, world, visitor }) => {
      await visitor.context.clearCookies()
      await page.goto(world.dashboardUrl)
      await enterLogin(visitor, await world.someone(null, { name: 'Nora New' }))
      await page.getByRole('button', { name: 'Create service' }).waitFor()
    },
  },
  {
    name: 'shell-invitations',
    show: async (scene) => {
      await openInvited(scene)
      await scene.page.getByRole('button', { name: 'Accept the invitation to Globex' }).waitFor()
    },
  },
  {
    name: 'shell-invitation-failed',
    show: async (scene) => {
      await openInvited(scene)
      await alterAnswers(scene, 'acceptInvitation', () => serverError)
      await scene.page.getByRole('button', { name: 'Accept the invitation to Globex' }).click()
      await scene.page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'shell-invitation-decline',
    show: async (scene) => {
      await openInvited(scene)
      await scene.page.getByRole('button', { name: 'Decline the invitation to Globex' }).click()
      await scene.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'shell-invitations-failed',
    show: async (scene) => {
      await alterAnswers(scene, 'listInvitations', () => serverError)
      await openInvited(scene)
      await scene.page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  {
    name: 'shell-server-away',
    show: async ({ page, open }) => {
      await open('/api-keys')
      await page.route(/\/trpc\//, (route) => route.abort('connectionrefused'))
      await page.keyboard.press('g')
      await page.keyboard.press('m')
      await page.getByText('The server is not responding').waitFor()
    },
  },
  {
    name: 'shell-updated',
    show: async ({ page, open }) => {
      // It was loaded anew already, which did not help.
      await open('/api-keys')
      await page.evaluate("sessionStorage.setItem('inlet.reloaded-at', String(Date.now()))")
      await page.route('**/assets/webhooks-screen-*.js', (route) => route.fulfill({ status: 404 }))
      await page.keyboard.press('g')
      await page.keyboard.press('w')
      await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor()
    },
  },
  {
    name: 'shell-skip-link',
    show: async ({ page, open }) => {
      await open('/api-keys')
      await page.keyboard.press('Tab')
      await page.getByRole('link', { name: 'Skip to content' }).waitFor()
    },
  },
  {
    name: 'shell-focus',
    show: async (scene) => {
      await scene.open('/api-keys')
      await scene.page.getByRole('table').waitFor()
      for (let n = 0; n < (isPhone(scene) ? 3 : 5); n += 1) await scene.page.keyboard.press('Tab')
    },
  },
  {
    name: 'shell-toasts',
    show: async ({ page, open }) => {
      await open('/members')
      const role = page.getByLabel('Role of Adam Admin')
      await role.selectOption('viewer')
      await page.getByText('Role changed').waitFor()
      await page.route('**/trpc/*changeMember*', (route) =>
        route.fulfill({
          status: 500,
          json: [
            {
              error: {
                message: '',
                code: -32603,
                data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId: 'req_01JZX3' },
              },
            },
          ],
        }),
      )
      await role.selectOption('owner')
      await page.locator('[data-sonner-toast][data-type=error]').waitFor()
      await page.unroute('**/trpc/*changeMember*')
      await role.selectOption('admin')
    },
  },
]
