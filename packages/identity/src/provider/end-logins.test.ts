import { accountIssuer, callerOfUser, endLogins } from '@inlet/core'
import { expect, test } from 'vitest'
import { logInWithCode, startCodeFlow } from '../../test/code-flow.ts'
import { type ProviderServer, password, startProvider } from '../../test/provider-server.ts'
import { expectInvalid } from '../../test/refusals.ts'

const email = 'ada@example.com'

const optionsAt = ({ provider, baseUrl }: ProviderServer) => ({
  issuer: provider.issuer,
  redirectUri: `${baseUrl}/callback`,
  email,
  password,
})

async function logOutEverywhere({ deps }: ProviderServer, accountId: string): Promise<void> {
  const identity = { iss: accountIssuer, sub: accountId, email, isEmailVerified: true, name: null }
  await endLogins(deps, await callerOfUser(deps)(identity, { origin: { ip: null, requestId: 'tests' } }))
}

test('logging out everywhere ends the tokens of every browser within a second, and each is asked for the password again', async () => {
  await using server = await startProvider()
  const { _id } = await server.account(email)
  const logins = [await logInWithCode(optionsAt(server)), await logInWithCode(optionsAt(server))]
  const machine = await server.provider.issueAccessToken(_id, 3600)
  for (const { tokens } of logins) await server.provider.verify(tokens.access_token)

  await logOutEverywhere(server, _id)
  const again = await logInWithCode(optionsAt(server))
  server.clock.advance(1_000)

  for (const { flow, tokens } of logins) {
    await expectInvalid(server.provider.verify(tokens.access_token))
    await expect(flow.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
    const next = await startCodeFlow({ ...optionsAt(server), session: flow.session })
    expect(await next.begin()).toContain('/oidc/interaction/')
  }
  await expect(server.provider.verify(machine), 'has no login').resolves.toMatchObject({ sub: _id })
  const renewed = await again.flow.refresh(again.tokens.refresh_token ?? '')
  await expect(server.provider.verify(renewed.access_token)).resolves.toMatchObject({ sub: _id })
})

test('records that a request in progress wrote again after it are those of an ended login', async () => {
  await using server = await startProvider()
  const { _id } = await server.account(email)
  const { flow, tokens } = await logInWithCode(optionsAt(server))
  const records = server.deps.db.collection('oidc')
  const before = await records.find({ accountId: _id }).toArray()

  await logOutEverywhere(server, _id)
  await records.insertMany(before)

  await expect(flow.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  const next = await startCodeFlow({ ...optionsAt(server), session: flow.session })
  expect(await next.begin()).toContain('/oidc/interaction/')
})
