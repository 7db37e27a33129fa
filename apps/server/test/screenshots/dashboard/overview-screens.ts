import { dayMs } from '@inlet/contract'
import { insertDomain, insertService } from '@inlet/core'
import { openAs } from '../../support/dashboard-app.ts'
import { readStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

/** Thirty days of use, with the quiet of weekends. */
async function fillUsage({ world }: Scene): Promise<void> {
  const { deps, tenant } = world
  const { serviceId } = tenant
  const days = deps.db.collection<{ _id: string }>('usageDaily')
  for (let ago = 0; ago < 30; ago += 1) {
    const time = new Date(deps.clock.now().getTime() - ago * dayMs)
    const day = time.toISOString().slice(0, 10)
    const base = time.getUTCDay() % 6 === 0 ? 90 : 420 + ((ago * 37) % 160)
    const counts = { messagesReceived: base, messagesWithCode: base - 14, apiRequests: base * 8, deliveries: base - 14 }
    const id = `${serviceId}/${day}`
    const hours = ago === 0 && { hours: { [time.getUTCHours()]: counts } }
    await days.updateOne({ _id: id }, { $set: { serviceId, day, ...counts, ...hours } }, { upsert: true })
  }
}

async function openNew(scene: Scene): Promise<void> {
  const { world, visitor, page } = scene
  const { _id: serviceId } = await insertService(world.deps, { name: 'Fresh' })
  const login = await world.someone('owner', { name: 'Olga Owner', tenant: { ...world.tenant, serviceId } })
  await visitor.context.clearCookies()
  await openAs(visitor, login, `${world.dashboardUrl}services/${serviceId}/overview`)
  await page.getByText('0 of 5 done').waitFor()
}

/** The overview of a service. */
export const overviewScreens: readonly Screen[] = [
  { name: 'overview-new', show: openNew },
  ...readStates({ name: 'overview', path: '/overview', call: 'readUsage' }),
  ...readStates({ name: 'overview-plan', path: '/overview', call: 'readBilling' }),
  ...readStates({ name: 'overview-domains', path: '/overview', call: 'listDomains' }),
  {
    name: 'overview-busy',
    show: async (scene) => {
      const { open, page, world } = scene
      await fillUsage(scene)
      const { deps, tenant } = world
      const { serviceId } = tenant
      const domains = deps.db.collection<{ hostname: string }>('domains')
      for (const state of ['pending', 'failing'] as const) {
        const hostname = `${state}.acme.example`
        if ((await domains.countDocuments({ hostname })) === 0) {
          await insertDomain(deps, { serviceId, hostname, state })
        }
      }
      await open('/overview')
      await page.getByText('Messages are counted from').waitFor()
      await page.getByRole('region', { name: 'Needs attention' }).waitFor()
    },
  },
]
