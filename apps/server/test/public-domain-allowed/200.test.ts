import { expect, test } from 'vitest'
import { askAsVisitor } from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

test('a verified domain is allowed, with or without public inboxes', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })

  for (const { hostname } of [world.tenant.domain, world.tenant.publicDomain]) {
    const answer = await askAsVisitor(world, `/platform-domain-allowed?domain=${hostname}`)
    expect(answer).toMatchObject({ status: 200, body: { data: { allowed: true } } })
  }
})
