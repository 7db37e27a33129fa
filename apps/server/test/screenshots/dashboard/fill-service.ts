import { dayMs } from '@inlet/contract'
import { changeService, insertApiKey, revokeApiKeys } from '@inlet/core'
import type { DashboardWorld, Login } from '../../support/dashboard-app.ts'
import { invite } from '../../support/people.ts'
import { fillInbox } from './fill-inbox.ts'

/** The operator, who gives the service its name. */
const operator = { kind: 'operator', name: 'screenshots', origin: { ip: null, requestId: 'screenshots' } } as const

/** Gives the tenant's service a name and records of every kind. @returns who looks at it, by role */
export async function fillService(world: DashboardWorld): Promise<Record<'viewer' | 'admin' | 'owner', Login>> {
  const { deps, tenant } = world
  const { serviceId } = tenant
  await changeService(deps, operator, { id: serviceId, name: 'Acme Mail' })
  const soon = new Date(deps.clock.now().getTime() + 3 * dayMs)
  await insertApiKey(deps, { serviceId, name: 'Old laptop', scope: 'admin', isLive: true })
  await revokeApiKeys(deps, { serviceId, names: ['Old laptop'] })
  await insertApiKey(deps, { serviceId, name: 'Checkout tests', scope: 'read', isLive: false, expiresAt: soon })
  await insertApiKey(deps, { serviceId, name: 'CI', scope: 'write', isLive: true })
  const long =
    `The key of ${'a program with a name that somebody has thought about for far too long '.repeat(3)}`.slice(0, 99)
  await insertApiKey(deps, { serviceId, name: long, scope: 'admin', isLive: true })
  await world.inbox(`nobody@${tenant.domain.hostname}`)
  await fillInbox(world)

  const logins = {
    viewer: await world.someone('viewer', { name: 'Vera Viewer' }),
    admin: await world.someone('admin', { name: 'Adam Admin' }),
    owner: await world.someone('owner', { name: 'Olga Owner' }),
  }
  await invite(world, { email: 'grace.hopper@example.com', role: 'viewer', tenant })
  return logins
}
