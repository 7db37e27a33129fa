import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test("a mail host that is not the key's service's is 403, also where the address is malformed or the query bad", async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.domain

  for (const address of [
    'x',
    hostname,
    'a@',
    '@',
    'a@b',
    `a@${hostname}@example.com`,
    `A B@${world.stranger.domain.hostname}`,
    'a@[127.0.0.1]',
    `a@sub.${hostname}`,
    `a@${hostname}/x`,
    'a@exa mple.com',
  ]) {
    expect(await world.inbox(address, '?limit=0'), address).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  }
})
