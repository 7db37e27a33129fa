import { dashboardConfig } from '@inlet/contract'
import { projectVersion } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { startWorld } from '../support/world.ts'

const http = { INLET_ROLE: 'http' }

test('config.json is open, is kept by nobody, and says how to log in at the embedded provider', async () => {
  await using world = await startWorld({
    settings: { ...http, PUBLIC_URL: 'https://inlet.example/in/', SMTP_PORT: '2599' },
  })

  const answer = await world.call('/dashboard/config.json', { key: null })

  expect(answer).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
  })
  expect(dashboardConfig.strict().parse(answer.body)).toEqual({
    issuer: 'https://inlet.example/in/oidc',
    clientId: 'inlet-dashboard',
    audience: null,
    scope: 'openid email profile',
    resource: null,
    publicUrl: 'https://inlet.example/in',
    version: projectVersion,
    billingProvider: 'none',
    hasOwnLogins: true,
    selfService: true,
    smtp: { host: '127.0.0.1', port: 2599 },
  })
})

test('with OIDC_ISSUER it says how to log in there, and the page may call that issuer, also while it does not answer', async () => {
  const issuer = 'http://127.0.0.1:9/realms/mail/'
  const settings = { ...http, OIDC_ISSUER: issuer, OIDC_AUDIENCE: 'https://api.example', OIDC_CLIENT_ID: 'web' }
  await using world = await startWorld({
    settings: { ...settings, OIDC_SCOPE: 'openid api://x/use', OIDC_RESOURCE: 'https://api.example/' },
  })

  const { body } = await world.call('/dashboard/config.json', { key: null })
  const page = await world.call('/dashboard', { key: null })

  expect(body).toMatchObject({
    issuer,
    clientId: 'web',
    audience: 'https://api.example',
    scope: 'openid api://x/use',
    resource: 'https://api.example/',
    hasOwnLogins: false,
  })
  expect(page).toMatchObject({
    status: 200,
    headers: { 'content-security-policy': expect.stringContaining("connect-src 'self' http://127.0.0.1:9;") },
  })
})

test('it names the payment, whether people make services, and the mail host where the SMTP server is for others', async () => {
  await using world = await startWorld({
    settings: {
      ...http,
      BILLING_PROVIDER: 'manual',
      SELF_SERVICE: 'false',
      SMTP_HOST: '0.0.0.0',
      MX_HOST: 'mx.inlet.example',
    },
  })

  const { body } = await world.call('/dashboard/config.json', { key: null })

  expect(body).toMatchObject({
    billingProvider: 'manual',
    selfService: false,
    smtp: { host: 'mx.inlet.example', port: 25 },
    audience: null,
  })
})
