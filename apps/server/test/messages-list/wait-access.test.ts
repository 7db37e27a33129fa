import { changeMember, insertAccount, removeMember, revokeApiKey, setAccountDisabled } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { logInByCode } from '../support/code-login.ts'
import '../support/match-error.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { join, person } from '../support/people.ts'
import { type Call, type OwnWorld, plainMail, startWorld } from '../support/world.ts'

const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const

/** An inbox, and a call that is held for its mail. */
async function holdFor(world: OwnWorld, how: Call, localPart = 'code') {
  const { fullAddress } = await world.address(localPart)
  const held = world.inbox(fullAddress, '?waitSeconds=60', how)
  await waitFor(() => openChangeStreams(world))
  return {
    /** Sends the mail, a second after what happened before: so long a credential may be cached. */
    async mail() {
      world.elapse(1_000)
      await world.send(plainMail({ subject: 'Secret' }), fullAddress)
      return await held
    },
  }
}

test('a key that is revoked during its long poll gets no mail, but 401', async () => {
  await using world = await startWorld()
  const key = await world.apiKey({ scope: 'read' })
  const { mail } = await holdFor(world, { key })

  const stored = await world.deps.db.collection<{ _id: string }>('apiKeys').findOne({ lastFour: key.slice(-4) })
  await revokeApiKey(world.deps, operator, stored?._id ?? '')
  const answer = await mail()

  expect(answer).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
  expect(answer.text).not.toContain('Secret')
})

test('a member who is removed during their long poll gets no mail, but 404 as for an absent inbox', async () => {
  await using world = await startWorld()
  const { token } = await person(world, { role: 'viewer' })
  const { body } = await world.call('/v1/me', { token })
  const { mail } = await holdFor(world, { token })

  await removeMember(world.deps, operator, { id: world.tenant.serviceId, userId: body.data.id })
  const answer = await mail()

  expect(answer).toMatchError(404, 'NOT_FOUND')
  expect(answer.text).not.toContain('Secret')
})

test('a login that ends during its long poll gets no mail, but 401', async () => {
  await using world = await startWorld()
  const { deps, baseUrl, tenant } = world
  const [email, password] = ['ada@people.example', 'correct horse battery']
  const account = { email, passwordHash: await hashPassword(password), isEmailVerified: true }
  const { _id: accountId } = await insertAccount(deps, account)
  await join(world, { accountId, role: 'viewer', tenant })
  const tokens = await logInByCode({ baseUrl, email, password })
  const { mail } = await holdFor(world, { token: String(tokens.access_token) })

  const body = new URLSearchParams({ client_id: 'inlet-dashboard', token: String(tokens.refresh_token) })
  await fetch(`${baseUrl}/oidc/token/revocation`, { method: 'POST', body })
  const answer = await mail()

  expect(answer).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
  expect(answer.text).not.toContain('Secret')
})

test('a user whose account is disabled during their long poll gets no mail, but 401', async () => {
  await using world = await startWorld()
  const { token, accountId } = await person(world, { role: 'viewer' })
  const { mail } = await holdFor(world, { token })

  await setAccountDisabled(world.deps, accountId, true)

  expect(await mail()).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
})

test('a member whose role changes during their long poll gets the mail', async () => {
  await using world = await startWorld()
  const { token } = await person(world, { role: 'viewer' })
  const { body } = await world.call('/v1/me', { token })
  const { mail } = await holdFor(world, { token })

  await changeMember(world.deps, operator, { id: world.tenant.serviceId, userId: body.data.id, role: 'admin' })

  expect(await mail()).toMatchObject({ status: 200, body: { data: [{ subject: 'Secret' }] } })
})
