import { insertDomain } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { askAsVisitor } from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

test('a domain that is not verified, an address, and every text that is no host are 404', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_REQUESTS_PER_MINUTE: '1000' } })
  const { serviceId, publicDomain } = world.tenant
  await insertDomain(world.deps, { serviceId, hostname: 'pending.example', state: 'pending' })
  const hosts = [
    'pending.example',
    `sub.${publicDomain.hostname}`,
    publicDomain.hostname.slice(1),
    `${publicDomain.hostname}/x`,
    `x@${publicDomain.hostname}`,
    `${publicDomain.hostname}:8080:1`,
    `${publicDomain.hostname}#x`,
    '127.0.0.1',
    '[::1]:8080',
    'localhost',
    '%00',
    '*.example',
    '{"$ne":1}',
  ]

  for (const host of hosts) {
    const answer = await askAsVisitor(world, `/platform-domain-allowed?domain=${encodeURIComponent(host)}`)
    expect(answer, host).toMatchError(404, 'NOT_FOUND')
  }
})
