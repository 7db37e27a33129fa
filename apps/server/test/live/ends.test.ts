import { insertAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { logInByCode } from '../support/code-login.ts'
import { livePath, rawFeed } from '../support/live-client.ts'
import { readMetrics } from '../support/metrics-page.ts'
import { join, person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

const settings = { INLET_ROLE: 'http', METRICS_PORT: '0' }

test('the feed of a removed member ends within a minute, and that of another member goes on until the process stops', async () => {
  await using world = await startWorld({ settings })
  const { serviceId } = world.tenant
  const owner = await person(world, { role: 'owner' })
  const viewer = await person(world, { role: 'viewer' })
  using removed = await rawFeed(world.baseUrl, { serviceId, token: viewer.token })
  using staying = await rawFeed(world.baseUrl, { serviceId, token: owner.token })
  await waitFor(() => [removed, staying].every((feed) => feed.text().includes('event: connected')))
  expect((await readMetrics(world)).value('inlet_live_feeds')).toBe(2)

  const member = await world.deps.db.collection('members').findOne({ serviceId, role: 'viewer' })
  const gone = await world.call(`/v1/services/${serviceId}/members/${member?.userId}`, {
    method: 'DELETE',
    token: owner.token,
  })
  world.clock.advance(59_000)
  await waitFor(removed.hasEnded)
  const again = await world.call(livePath({ serviceId }), { token: viewer.token })
  const page = await readMetrics(world)

  expect(gone.status).toBe(204)
  expect(again.status).toBe(404)
  expect(staying.hasEnded()).toBe(false)
  expect(page.value('inlet_live_feeds')).toBe(1)
  expect(page.value('inlet_live_feeds_ended_total', { reason: 'credential' })).toBe(1)

  await world.stop()
  await waitFor(staying.hasEnded)
  expect(staying.response.complete).toBe(true)
})

test('the feeds of a deleted service, and of a person who has logged out, end within a minute', async () => {
  await using world = await startWorld({ settings })
  const { deps, baseUrl, tenant, stranger } = world
  const owner = await person(world, { role: 'owner' })
  const [email, password] = ['ada@people.example', 'correct horse battery']
  const account = { email, passwordHash: await hashPassword(password), isEmailVerified: true }
  const { _id: accountId } = await insertAccount(deps, account)
  await join(world, { accountId, role: 'viewer', tenant: stranger })
  const login = await logInByCode({ baseUrl, email, password })
  const token = String(login.access_token)
  using ofService = await rawFeed(baseUrl, { serviceId: tenant.serviceId, token: owner.token })
  using ofPerson = await rawFeed(baseUrl, { serviceId: stranger.serviceId, token })
  const opened = [ofService, ofPerson].map(({ response }) => response.statusCode)

  const path = `/v1/services/${tenant.serviceId}?confirm=Tests`
  const deleted = await world.call(path, { method: 'DELETE', token: owner.token })
  const body = new URLSearchParams({ client_id: 'inlet-dashboard', token: String(login.refresh_token) })
  const loggedOut = await fetch(`${baseUrl}/oidc/token/revocation`, { method: 'POST', body })
  world.clock.advance(59_000)
  await waitFor(() => ofService.hasEnded() && ofPerson.hasEnded())

  expect(opened).toEqual([200, 200])
  expect([deleted.status, loggedOut.status]).toEqual([204, 200])
  expect((await world.call(livePath({ serviceId: tenant.serviceId }), { token: owner.token })).status).toBe(404)
  expect((await world.call(livePath({ serviceId: stranger.serviceId }), { token })).status).toBe(401)
})
