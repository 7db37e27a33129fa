import { insertDomain } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { expect } from 'vitest'
import { startWorld } from '../support/world.ts'
import { caddyTest, startCaddy } from './caddy.ts'

const settings = { INLET_ROLE: 'http', PUBLIC_URL: 'https://inlet.example', TRUSTED_PROXIES: '127.0.0.1' }

caddyTest('the page of a new domain is there over https at once, without a change or restart of Caddy', async () => {
  await using world = await startWorld({ settings })
  await using caddy = await startCaddy(world.httpPort)
  const { serviceId } = world.tenant

  await expect(caddy.get('new.example')).rejects.toThrow(/alert internal error/)
  await insertDomain(world.deps, { serviceId, hostname: 'new.example', state: 'verified', publicInbox: true })
  const page = await caddy.get('new.example')

  expect(page.status).toBe(200)
  expect(page.text).toContain('"host":"new.example"')
})

caddyTest('no certificate is made for a host that is nobody’s, or whose owner has not proven it', async () => {
  await using world = await startWorld({ settings })
  await using caddy = await startCaddy(world.httpPort)
  const { serviceId, publicDomain } = world.tenant
  await insertDomain(world.deps, { serviceId, hostname: 'claimed.example', state: 'pending', publicInbox: true })

  for (const host of ['nothing.example', 'claimed.example', `sub.${publicDomain.hostname}`])
    await expect(caddy.get(host), host).rejects.toThrow(/alert internal error/)
  expect((await caddy.get(publicDomain.hostname)).status).toBe(200)
})

caddyTest(
  'the operator’s own host has a certificate without being asked for, and its API and documentation',
  async () => {
    await using world = await startWorld({ settings })
    await using caddy = await startCaddy(world.httpPort)

    // Caddy gets this certificate at its start, beside everything else.
    const docs = await waitFor(() => caddy.get('inlet.example', '/docs').catch(() => null))

    expect(docs.status).toBe(200)
    expect((await caddy.get('inlet.example', '/v1/openapi.json')).status).toBe(200)
  },
)
