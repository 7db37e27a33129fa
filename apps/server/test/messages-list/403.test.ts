import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { startWorld } from '../support/world.ts'

test("a mail host that is not the key's service's is 403, also where the address is malformed or the query bad", async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
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
