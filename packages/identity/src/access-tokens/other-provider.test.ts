import { createBackground, createLog, systemClock } from '@inlet/runtime'
import { Events, OAuth2Server } from 'oauth2-mock-server'
import { expect, test } from 'vitest'
import { startCodeFlow } from '../../test/code-flow.ts'
import { expectInvalid } from '../../test/refusals.ts'
import { remoteTokenVerifier } from './remote-token-verifier.ts'

const audience = 'https://inlet.example/api'

/** A provider that others wrote, with our API as the audience of its access tokens. */
async function startOtherProvider() {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  server.issuer.url = `http://127.0.0.1:${server.address().port}`
  server.service.on(Events.BeforeTokenSigning, ({ payload }) => {
    if (payload.scope !== undefined) Object.assign(payload, { aud: audience })
  })
  const log = createLog('silent')
  const background = createBackground(log)
  const issuer = server.issuer.url
  return {
    server,
    issuer,
    trusted: remoteTokenVerifier({ issuer, audience, clock: systemClock, background, log }),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

test('discovery, code flow, access token and userinfo work with a provider of another vendor', async () => {
  await using other = await startOtherProvider()
  other.server.service.on(Events.BeforeUserinfo, ({ body }) => {
    Object.assign(body, { email: 'Ada@Example.com', email_verified: true, name: 'Ada' })
  })
  const redirectUri = 'http://127.0.0.1:9/callback'
  const flow = await startCodeFlow({ issuer: other.issuer, clientId: 'dashboard', redirectUri })
  const tokens = await flow.redeem(await flow.begin())

  const identity = { iss: other.issuer, sub: 'johndoe', email: null, isEmailVerified: false, name: null }
  await expect(other.trusted.verify(tokens.access_token)).resolves.toEqual(identity)
  await expect(other.trusted.fetchUserInfo(tokens.access_token)).resolves.toEqual({
    ...identity,
    email: 'ada@example.com',
    isEmailVerified: true,
    name: 'Ada',
  })
  await expectInvalid(other.trusted.verify(tokens.id_token ?? ''))
})
