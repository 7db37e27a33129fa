import { insertAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { expect, test } from 'vitest'
import { logInByCode } from '../support/code-login.ts'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const password = 'correct horse battery'

test('logging out everywhere refuses the tokens of all browsers of that person, and nobody else', async () => {
  await using world = await startWorld(http)
  const { deps, baseUrl } = world
  const email = 'ada@people.example'
  await insertAccount(deps, { email, passwordHash: await hashPassword(password), isEmailVerified: true })
  const [here, there] = [
    await logInByCode({ baseUrl, email, password }),
    await logInByCode({ baseUrl, email, password }),
  ]
  const eve = await person(world)

  const answer = await world.call('/v1/me/logins?confirm=everywhere', {
    method: 'DELETE',
    token: String(here.access_token),
  })
  world.elapse(1_000)

  expect(answer).toMatchObject({ status: 204, text: '' })
  for (const { access_token: token, refresh_token: refreshToken } of [here, there]) {
    expect(await world.call('/v1/me', { token: String(token) })).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'inlet-dashboard',
      refresh_token: String(refreshToken),
    })
    const renewal = await fetch(`${baseUrl}/oidc/token`, { method: 'POST', body })
    expect([renewal.status, await renewal.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  }
  expect((await world.call('/v1/me', { token: eve.token })).status).toBe(200)
  const entries = await deps.db.collection('auditLog').find({ action: 'account.logins_ended' }).toArray()
  expect(entries).toMatchObject([
    { serviceId: null, actor: { kind: 'user', name: email }, target: { kind: 'account' } },
  ])
})

test('with OIDC_ISSUER it is 404: that provider alone knows the logins', async () => {
  await using issuer = await startWorld(http)
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', OIDC_ISSUER: `${issuer.baseUrl}/oidc` } })
  const { token } = await person(issuer)

  expect(await world.call('/v1/me/logins?confirm=everywhere', { method: 'DELETE', token })).toMatchError(
    404,
    'NOT_FOUND',
  )
  expect((await world.call('/v1/me', { token })).status).toBe(200)
})
