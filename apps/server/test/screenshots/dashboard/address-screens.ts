import { alterAnswers, callsTo, serverError } from '../../support/altered-answers.ts'
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

const answer = (data: object, hasMore: boolean) => ({
  result: { data: { data, meta: { cursor: hasMore ? 'next' : '', hasMore } } },
})

/** Opens the dialog that deletes unused addresses, of which there are so many. */
async function openUnused(scene: Scene, count: number): Promise<void> {
  await listed(scene)
  await alterAnswers(scene, 'countUnusedAddresses', () => answer({ count }, count > 1))
  await scene.page.getByRole('button', { name: 'Delete unused…' }).click()
}

/** Begins to delete; each step deletes 500, and after the first `steps` no more is answered. */
async function deleteUnused(scene: Scene, { steps, hasMore }: { steps: number; hasMore: boolean }): Promise<void> {
  let step = 0
  await openUnused(scene, 10_000)
  await scene.page.route(callsTo('deleteUnusedAddresses'), async (route) => {
    step += 1
    if (step <= steps) await route.fulfill({ json: [answer({ deletedCount: 500 }, hasMore)] })
  })
  await scene.page.getByRole('button', { name: 'Delete unused', exact: true }).click()
}

const unusedScreens: readonly Screen[] = [
  {
    name: 'addresses-unused',
    show: async (scene) => {
      await openUnused(scene, 1)
      await scene.page.getByText('This deletes 1 address').waitFor()
    },
  },
  {
    name: 'addresses-unused-many',
    show: async (scene) => {
      await openUnused(scene, 10_000)
      await scene.page.getByText('at least 10,000').waitFor()
    },
  },
  {
    name: 'addresses-unused-counting',
    show: async (scene) => {
      await listed(scene)
      await scene.page.route(callsTo('countUnusedAddresses'), () => {})
      await scene.page.getByRole('button', { name: 'Delete unused…' }).click()
      await scene.page.getByText('Counting').waitFor()
    },
  },
  {
    name: 'addresses-unused-failed',
    show: async (scene) => {
      await listed(scene)
      await alterAnswers(scene, 'countUnusedAddresses', () => serverError)
      await scene.page.getByRole('button', { name: 'Delete unused…' }).click()
      await scene.page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    name: 'addresses-unused-nothing',
    show: async (scene) => {
      await openUnused(scene, 0)
      await scene.page.getByText('There are no addresses without mail').waitFor()
    },
  },
  {
    name: 'addresses-unused-deleting',
    show: async (scene) => {
      await deleteUnused(scene, { steps: 3, hasMore: true })
      await scene.page.getByText('1,500 deleted so far').waitFor()
    },
  },
  {
    name: 'addresses-unused-deleted',
    show: async (scene) => {
      await deleteUnused(scene, { steps: 1, hasMore: false })
      await scene.page.getByText('500 addresses deleted').waitFor()
    },
  },
]

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
  ...unusedScreens,
]
