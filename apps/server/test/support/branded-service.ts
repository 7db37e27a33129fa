import type { DomainInfo } from '@inlet/contract'
import { insertDomain, insertService } from '@inlet/core'
import type { DashboardWorld } from './dashboard-app.ts'

/** A service of its own with a domain whose web inbox is open, so that a test changes what no other one sees. */
export async function brandedService(world: DashboardWorld) {
  const { deps, tenant, origin } = world
  const { _id: serviceId } = await insertService(deps, { name: 'Acme Mail' })
  const hostname = `${deps.newId().toLowerCase()}.example`
  await insertDomain(deps, { serviceId, hostname, state: 'verified', publicInbox: true })

  /** What the page of the domain has in it now. */
  async function shown(): Promise<DomainInfo | null> {
    const { text } = await world.call('/', { key: null, headers: { host: hostname } })
    return JSON.parse(/id="domain-info">([^<]*)</.exec(text)?.[1] ?? 'null')
  }
  const url = `${origin}/dashboard/services/${serviceId}/branding`
  return { serviceId, hostname, url, shown, tenant: { ...tenant, serviceId } }
}

/** A PNG of one pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
