import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor } from '../support/visits.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('a verified domain is allowed, with or without public inboxes', async () => {
  const world = await newWorld()

  for (const { hostname } of [world.tenant.domain, world.tenant.publicDomain]) {
    const answer = await askAsVisitor(world, `/platform-domain-allowed?domain=${hostname}`)
    expect(answer).toMatchObject({ status: 200, body: { data: { allowed: true } } })
  }
})
