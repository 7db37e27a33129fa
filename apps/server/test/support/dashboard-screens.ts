import { insertDomain } from '@inlet/core'
import { rawMail, waitFor } from '@inlet/testkit'
import type { DashboardWorld } from './dashboard-app.ts'
import type { Visitor } from './inbox-page.ts'
import { storeWebhook } from './stored-webhook.ts'

/** A page of the dashboard: its path below that of the service, or below `/dashboard/` where that is none, and what shows that it is there. */
export interface DashboardScreen {
  name: string
  path: string
  isOfService: boolean
  ready: (visitor: Visitor) => Promise<void>
}

/** Gives the tenant a record for every screen. @returns all screens, in the order of the navigation */
export async function everyScreen(world: DashboardWorld): Promise<DashboardScreen[]> {
  const { deps, tenant } = world
  const { serviceId } = tenant
  const { fullAddress } = await world.address(`screens-${deps.newId().toLowerCase()}`)
  await world.send(rawMail('otp-482913'), fullAddress)
  const [message] = await world.messagesOf(fullAddress)
  const hostname = `${deps.newId().toLowerCase()}.example`
  const { _id: domainId } = await insertDomain(deps, { serviceId, hostname, state: 'pending' })
  const webhookId = await storeWebhook(deps, {
    serviceId,
    url: 'https://hooks.example/inlet',
    events: ['message.deleted'],
  })
  const inbox = `/inbox/${fullAddress}`

  const heading =
    (name: string) =>
    ({ page }: Visitor) =>
      page.getByRole('heading', { name, level: 1 }).first().waitFor()
  const row =
    (name: string) =>
    ({ page }: Visitor) =>
      page.getByRole('rowheader', { name }).first().waitFor()
  const listedMessage = ({ page }: Visitor) =>
    page.getByRole('list', { name: 'Messages' }).getByRole('link').first().waitFor()
  const ofService = (name: string, path: string, ready: DashboardScreen['ready']) => ({
    name,
    path,
    isOfService: true,
    ready,
  })
  return [
    ofService('overview', '/overview', ({ page }) => page.getByText('Messages are counted from').waitFor()),
    ofService('newest inbox', '/inbox', listedMessage),
    ofService('inbox', inbox, listedMessage),
    ofService('message', `${inbox}?message=${message?.id}`, ({ page }) =>
      page.frameLocator('iframe').getByText('Use this verification code').waitFor(),
    ),
    ofService('addresses', '/addresses', row(fullAddress)),
    ofService('domains', '/domains', row(hostname)),
    ofService('domain', `/domains/${domainId}`, heading(hostname)),
    ofService('API keys', '/api-keys', row('tests')),
    ofService('webhooks', '/webhooks', row('hooks.example')),
    ofService('webhook', `/webhooks/${webhookId}`, ({ page }) => page.getByText('No deliveries yet').waitFor()),
    ofService('billing', '/billing', ({ page }) => page.getByRole('heading', { name: 'Plans' }).waitFor()),
    ofService('branding', '/branding', ({ page }) => page.getByRole('button', { name: 'Delete service' }).waitFor()),
    ofService('members', '/members', row('Ada Example')),
    ofService('audit log', '/audit-log', heading('Audit log')),
    { name: 'account', path: 'account', isOfService: false, ready: heading('Your account') },
    { name: 'services', path: 'services', isOfService: false, ready: heading('Services') },
  ]
}

/** The URL of a screen. */
export const urlOf = (world: DashboardWorld, { path, isOfService }: DashboardScreen): string =>
  `${isOfService ? world.serviceUrl : world.dashboardUrl}${path}`

/** Waits until no part of the screen is a skeleton. */
export const isSettled = ({ page }: Visitor): Promise<unknown> =>
  waitFor(() => page.evaluate<boolean>("document.querySelector('#content .animate-pulse') === null"))
