import { changeService } from '@inlet/core'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, setLock } from '../support/visits.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('a verified host shows the branding of its service, whether it has public inboxes and whether it is locked', async () => {
  const world = await newWorld()
  const { domain, publicDomain, serviceId } = world.tenant
  const info = async (host: string) => (await askAsVisitor(world, `/domain-info?host=${host}`)).body
  const defaults = { name: 'Tests', accentColor: '#4338ca', theme: 'auto', locale: 'en', logoUrl: null, locked: false }

  expect(await info(`${publicDomain.hostname.toUpperCase()}.:8080`)).toEqual({
    data: { host: publicDomain.hostname, ...defaults, status: 'active' },
  })
  expect(await info(domain.hostname)).toEqual({ data: { host: domain.hostname, ...defaults, status: 'inactive' } })

  const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const
  const branding = { name: 'Acme', accentColor: '#0a7f5a', theme: 'dark', locale: 'ar' } as const
  await changeService(world.deps, operator, { id: serviceId, ...branding })
  await setLock(world)

  expect(await info(publicDomain.hostname)).toEqual({
    data: { host: publicDomain.hostname, ...branding, logoUrl: null, locked: true, status: 'active' },
  })
})
