import type { DashboardWorld } from '../../support/dashboard-app.ts'
import { fillDomains } from './domain-screens.ts'
import { listStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

const mail = 'From: shop@shop.example\r\nSubject: Your code is 482913\r\n\r\nYour code is 482913.\r\n'

async function fillAddresses(world: DashboardWorld): Promise<void> {
  const ids = await fillDomains(world)
  const domainId = ids['mail.acme.example']
  const first = await world.create({ domainId, localPart: 'checkout' })
  // Made for an earlier picture already.
  if (first.status === 409) return
  await world.create({ domainId, localPart: 'newsletter-of-the-shop', password: 'open sesame' })
  await world.create({ domainId, localPart: 'a'.repeat(64) })
  await world.create({ domainId })
  for (let sent = 0; sent < 3; sent += 1)
    await world.send(`Message-ID: <${sent}@shop>\r\n${mail}`, 'checkout@mail.acme.example')
}

const listed = async (scene: Scene) => {
  await fillAddresses(scene.world)
  await scene.open('/addresses')
  await scene.page.getByRole('rowheader', { name: 'checkout@' }).waitFor()
}

const menuOf = async (scene: Scene, address: string) => {
  await listed(scene)
  await scene.page.getByRole('button', { name: `Actions for ${address}` }).click()
}

/** The screen of addresses. */
export const addressScreens: readonly Screen[] = [
  { name: 'addresses-list', show: listed },
  ...listStates({ name: 'addresses', path: '/addresses', call: 'listAddresses', empty: 'No addresses yet' }),
  { name: 'addresses-menu-viewer', role: 'viewer', show: (scene) => menuOf(scene, 'checkout@mail.acme.example') },
  {
    name: 'addresses-nothing-found',
    show: async (scene) => {
      await listed(scene)
      await scene.page.getByRole('searchbox').fill('zzzz')
      await scene.page.getByText('No results').waitFor()
    },
  },
  {
    name: 'addresses-create',
    show: async (scene) => {
      await listed(scene)
      await scene.page.getByRole('button', { name: 'Create address' }).click()
      await scene.page.getByRole('dialog').getByLabel('Name').fill('Not a name')
      await scene.page.getByRole('dialog').getByRole('button', { name: 'Create address' }).click()
      await scene.page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'addresses-created',
    show: async (scene) => {
      await listed(scene)
      await scene.page.getByRole('button', { name: 'Create address' }).click()
      await scene.page.getByRole('dialog').getByRole('button', { name: 'Create address' }).click()
      await scene.page.getByText('Address created').waitFor()
    },
  },
  {
    name: 'addresses-delete',
    show: async (scene) => {
      await menuOf(scene, 'checkout@mail.acme.example')
      await scene.page.getByRole('menuitem', { name: 'Delete' }).click()
      await scene.page.getByRole('button', { name: 'Delete address' }).waitFor()
    },
  },
]
