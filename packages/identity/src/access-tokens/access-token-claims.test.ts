import { expect, test } from 'vitest'
import { isAccessToken } from './access-token-claims.ts'

interface Shape {
  name: string
  /** The header's `typ`. */
  typ?: string
  claims: Record<string, unknown>
}

const shared = {
  iss: 'https://login.example',
  sub: '248289761001',
  aud: 'inlet-api',
  exp: 2_000_000_600,
  iat: 2_000_000_000,
}

/** What the providers put beside that into the access tokens that they sign. */
const accessTokens: Shape[] = [
  {
    name: 'Keycloak 26',
    typ: 'JWT',
    claims: {
      jti: 'j',
      typ: 'Bearer',
      azp: 'dashboard',
      sid: 's',
      acr: '1',
      scope: 'openid email',
      email_verified: true,
    },
  },
  {
    name: 'Keycloak 21, which writes the nonce into both',
    typ: 'JWT',
    claims: {
      jti: 'j',
      typ: 'Bearer',
      azp: 'dashboard',
      nonce: 'n',
      session_state: 's',
      acr: '1',
      scope: 'openid email',
    },
  },
  {
    name: 'Keycloak, configured for RFC 9068',
    typ: 'at+jwt',
    claims: { typ: 'Bearer', azp: 'dashboard', scope: 'openid' },
  },
  {
    name: 'Auth0',
    typ: 'JWT',
    claims: { aud: ['inlet-api', 'https://tenant.example/userinfo'], azp: 'dashboard', scope: 'openid profile email' },
  },
  {
    name: 'Auth0, of the profile of RFC 9068',
    typ: 'at+jwt',
    claims: { client_id: 'dashboard', jti: 'j', scope: 'openid profile email' },
  },
  {
    name: 'Entra ID v2',
    typ: 'JWT',
    claims: {
      aio: 'a',
      azp: 'dashboard',
      azpacr: '0',
      oid: 'o',
      rh: 'r',
      scp: 'inlet',
      tid: 't',
      uti: 'u',
      ver: '2.0',
    },
  },
  {
    name: 'Entra ID v1',
    typ: 'JWT',
    claims: { acr: '1', aio: 'a', amr: ['pwd'], appid: 'dashboard', appidacr: '0', scp: 'inlet', tid: 't', ver: '1.0' },
  },
  {
    name: 'Okta',
    claims: { ver: 1, jti: 'AT.j', cid: 'dashboard', uid: 'u', scp: ['openid', 'email'], auth_time: 2_000_000_000 },
  },
  {
    name: 'Cognito',
    claims: {
      version: 2,
      client_id: 'dashboard',
      origin_jti: 'o',
      event_id: 'e',
      token_use: 'access',
      scope: 'openid',
    },
  },
]

/** What the same providers, and others, sign for the same audience that is none. */
const otherTokens: Shape[] = [
  {
    name: 'Keycloak, ID token',
    typ: 'JWT',
    claims: { typ: 'ID', azp: 'dashboard', nonce: 'n', at_hash: 'h', sid: 's', email: 'ada@people.example' },
  },
  {
    name: 'Keycloak, ID token of a flow without nonce',
    typ: 'JWT',
    claims: { typ: 'ID', azp: 'dashboard', scope: 'openid' },
  },
  { name: 'Keycloak, refresh token', typ: 'JWT', claims: { typ: 'Refresh', azp: 'dashboard', scope: 'openid email' } },
  { name: 'Keycloak, token bound to a proof', typ: 'JWT', claims: { typ: 'DPoP', azp: 'dashboard', scope: 'openid' } },
  { name: 'Keycloak, logout token', typ: 'logout+jwt', claims: { typ: 'Logout', events: {}, sid: 's' } },
  {
    name: 'Auth0, ID token',
    typ: 'JWT',
    claims: { nonce: 'n', sid: 's', nickname: 'ada', email: 'ada@people.example' },
  },
  {
    name: 'Auth0, ID token without nonce',
    typ: 'JWT',
    claims: { sid: 's', nickname: 'ada', email: 'ada@people.example' },
  },
  { name: 'Entra ID, ID token', typ: 'JWT', claims: { nonce: 'n', oid: 'o', rh: 'r', tid: 't', uti: 'u', ver: '2.0' } },
  {
    name: 'Entra ID, ID token without nonce',
    typ: 'JWT',
    claims: { aio: 'a', oid: 'o', tid: 't', uti: 'u', ver: '2.0' },
  },
  {
    name: 'Okta, ID token',
    claims: { ver: 1, jti: 'ID.j', amr: ['pwd'], idp: 'i', at_hash: 'h', auth_time: 2_000_000_000 },
  },
  {
    name: 'Cognito, ID token',
    claims: { at_hash: 'h', token_use: 'id', origin_jti: 'o', event_id: 'e', scope: 'openid' },
  },
  {
    name: 'Google, ID token',
    typ: 'JWT',
    claims: { azp: 'inlet-api', at_hash: 'h', email: 'ada@people.example', hd: 'd' },
  },
  {
    name: 'Google, ID token that an Android client got for the web client',
    typ: 'JWT',
    claims: { azp: 'android', aud: 'web', email: 'ada@people.example', email_verified: true, name: 'Ada' },
  },
  { name: 'one that calls itself both', typ: 'JWT', claims: { typ: 'Bearer', token_use: 'id', scope: 'openid' } },
  { name: 'one that calls itself nothing known', typ: 'JWT', claims: { typ: null, scope: 'openid' } },
]

test.each(accessTokens)('an access token as $name signs it is one', ({ typ, claims }) => {
  expect(isAccessToken(typ, { ...shared, ...claims })).toBe(true)
})

test.each(otherTokens)('no access token: $name', ({ typ, claims }) => {
  expect(isAccessToken(typ, { ...shared, ...claims })).toBe(false)
})
