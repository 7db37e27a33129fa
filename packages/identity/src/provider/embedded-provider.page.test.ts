import { setPassword } from '@inlet/core'
import { expect, test } from 'vitest'
import { startCodeFlow } from '../../test/code-flow.ts'
import { inOneLoginWindow } from '../../test/in-one-login-window.ts'
import { type ProviderServer, password, startProvider } from '../../test/provider-server.ts'
import { hashPassword } from '../passwords/password-hash.ts'

/** A login page that was just opened. */
async function openLogin(server: ProviderServer, parameters: Record<string, string> = {}) {
  const redirectUri = `${server.baseUrl}/callback`
  const flow = await startCodeFlow({ issuer: server.provider.issuer, redirectUri, parameters })
  const url = await flow.begin()
  return { session: flow.session, url, post: (form: Record<string, string>) => flow.session.ask(url, { form }) }
}

/** A limit and what is left of it, from a response's headers. */
const rateLimitOf = ({ headers }: { headers: Headers }) => [
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
]

/** The visible text of a page. */
const alertOf = (text: string) => /role="alert"[^>]*>([^<]*)</.exec(text)?.[1]

test('every page forbids scripts, frames, foreign forms and caching', async () => {
  await using server = await startProvider()
  const { session, url, post } = await openLogin(server)
  const pages = [
    await session.ask(url),
    await post({ email: 'ada@example.com', password: 'wrong password' }),
    await session.ask(`${server.baseUrl}/oidc/interaction/none`),
    await session.ask(`${server.baseUrl}/oidc/auth?client_id=nobody`),
    await session.ask(`${server.baseUrl}/oidc/session/end/success`),
  ]

  for (const { headers, text } of pages) {
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; script-src; /)
    expect(policy).toContain(`form-action 'self' ${server.baseUrl}; frame-ancestors 'none'; base-uri 'none'`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(text).not.toMatch(/<script|https?:(?!\/\/www\.w3\.org)/i)
  }
})

test('cookies are signed, hidden from scripts, and not sent by forms of other sites', async () => {
  await using server = await startProvider({ publicUrl: 'https://inlet.example' })
  const start = new URLSearchParams({
    client_id: 'inlet-dashboard',
    response_type: 'code',
    redirect_uri: 'https://inlet.example/callback',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const answer = await fetch(`${server.baseUrl}/oidc/auth?${start}`, { redirect: 'manual' })

  const cookies = answer.headers.getSetCookie()
  expect(answer.headers.get('location')).toMatch(/^https:\/\/inlet\.example\/oidc\/interaction\//)
  expect(cookies.map((cookie) => cookie.split('=')[0])).toContain('inlet_login_step.sig')
  for (const cookie of cookies) expect(cookie).toMatch(/; path=\/oidc\/.*; secure; httponly/i)
  for (const cookie of cookies) expect(cookie).toMatch(/samesite=lax/i)
})

test('every URL of the provider is below PUBLIC_URL, whatever headers a proxy or a client sends', async () => {
  await using server = await startProvider({ publicUrl: 'https://inlet.example/mail/' })

  const answer = await fetch(`${server.baseUrl}/oidc/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' },
  })

  const document: Record<string, unknown> = JSON.parse(await answer.text())
  expect(document).toMatchObject({
    issuer: 'https://inlet.example/mail/oidc',
    authorization_endpoint: 'https://inlet.example/mail/oidc/auth',
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['none'],
  })
  const named = Object.entries(document).filter(([name]) => /_endpoint$|_uri$/.test(name))
  expect(named.length).toBeGreaterThan(3)
  for (const [name, value] of named) expect(value, name).toMatch(/^https:\/\/inlet\.example\/mail\/oidc\//)
})

test('a wrong password, an unknown address and an invalid address get the same response', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const answers = []
  for (const email of ['ada@example.com', 'eve@example.com', 'no address', '']) {
    const { post } = await openLogin(server)
    const { status, text } = await post({ email, password: 'wrong password' })
    answers.push({ status, text: text.replace(`value="${email}"`, 'value=""').replaceAll(' autofocus', '') })
  }

  expect(answers[0]).toMatchObject({ status: 200, text: expect.stringContaining('E-mail or password is wrong.') })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('the typed address and the login_hint are shown as text', async () => {
  await using server = await startProvider()
  const hostile = `"><script>alert(1)</script><b a='&amp;`
  const { session, url, post } = await openLogin(server, { login_hint: hostile })

  for (const { text } of [await session.ask(url), await post({ email: hostile, password: 'x' })]) {
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b a=&#39;&amp;amp;"')
    expect(text).not.toContain('<script')
  }
})

test('a form from another site, of another type, or too large is refused', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const { session, url, post } = await openLogin(server)
  const form = { email: 'ada@example.com', password }

  for (const [name, value] of [
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['content-type', 'text/plain'],
  ] as const) {
    expect((await session.ask(url, { form, headers: { [name]: value } })).status, value).toBe(400)
  }
  expect((await post({ ...form, filler: 'x'.repeat(9000) })).status).toBe(400)
  expect((await session.ask(url, { form, headers: { origin: server.baseUrl } })).status).toBe(303)
})

test("a login page cannot be used with somebody else's cookie, nor after it was used", async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const [mine, theirs] = [await openLogin(server), await openLogin(server)]
  const form = { email: 'ada@example.com', password }

  expect((await theirs.session.ask(mine.url, { form })).status).toBe(400)
  const done = await mine.post(form)
  expect(done.status).toBe(303)
  await mine.session.ask(done.location ?? '')
  const again = await mine.post(form)
  expect([again.status, alertOf(again.text)]).toEqual([400, 'This login has expired.'])
})

test('tries of one client are limited for each account, in every spelling of its address, and then the right password is refused too', async () => {
  const { limited, other, now } = await inOneLoginWindow(async () => {
    await using server = await startProvider({
      loginLimits: { triesPerIp: 100, triesPerAccountAndIp: 3, triesPerAccount: 100 },
    })
    await server.account('ada@example.com')
    const { post } = await openLogin(server)
    for (const email of ['ada@example.com', 'ADA@example.com', ' ada@Example.COM '])
      await post({ email, password: 'wrong' })
    return {
      limited: await post({ email: 'ada@example.com', password }),
      other: await post({ email: 'eve@example.com', password: 'wrong' }),
      now: server.clock.now(),
    }
  })

  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(900)
  expect(rateLimitOf(limited)).toEqual(['3', '0'])
  expect(Number(limited.headers.get('x-ratelimit-reset'))).toBeGreaterThan(now.getTime() / 1000)
  expect(alertOf(limited.text)).toMatch(/^Please wait/)
  expect(other.status).toBe(200)
})

test('tries are limited for each client over all accounts and processes', async () => {
  const loginLimits = { triesPerIp: 4, triesPerAccountAndIp: 100, triesPerAccount: 100 }
  const statuses = await inOneLoginWindow(async () => {
    await using first = await startProvider({ loginLimits })
    await using second = await startProvider({ loginLimits, databaseUri: first.databaseUri })
    const [one, other] = [await openLogin(first), await openLogin(second)]
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) {
      for (const { post } of [one, other])
        statuses.push((await post({ email: `a${n}@example.com`, password: 'x' })).status)
    }
    return statuses
  })

  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
})

test('after a login the browser has a cookie for the login page alone, and can log in while others are limited', async () => {
  const loginLimits = { triesPerIp: 100, triesPerAccountAndIp: 100, triesPerAccount: 2 }
  const outcome = await inOneLoginWindow(async () => {
    await using server = await startProvider({ loginLimits })
    await server.account('ada@example.com')
    const [known, attacker] = [await openLogin(server), await openLogin(server)]
    const { headers } = await known.post({ email: 'ada@example.com', password })
    const again = await startCodeFlow({
      issuer: server.provider.issuer,
      redirectUri: `${server.baseUrl}/callback`,
      session: known.session,
      parameters: { prompt: 'login' },
    })
    const url = await again.begin()
    for (let n = 0; n < 3; n += 1) await attacker.post({ email: 'ada@example.com', password: 'wrong' })
    const limited = await attacker.post({ email: 'ada@example.com', password })
    const accepted = await again.session.ask(url, { form: { email: 'ada@example.com', password } })
    return { cookies: headers.getSetCookie(), limited: limited.status, accepted: accepted.status }
  })

  const [cookie = ''] = outcome.cookies.filter((line) => line.startsWith('inlet_device='))
  expect(cookie).toMatch(
    /^inlet_device=[\w-]{43}; Path=\/oidc\/interaction; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
  )
  expect([outcome.limited, outcome.accepted]).toEqual([429, 303])
})

test('a new password ends the logins and refuses the tokens from before', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const token = await server.provider.issueAccessToken(account._id, 600)
  const { post, session, url } = await openLogin(server)
  const { location } = await post({ email: 'ada@example.com', password })
  await session.ask(location ?? '')
  await server.provider.verify(token)

  server.clock.advance(2000)
  await setPassword(server.deps, account._id, await hashPassword('another password'))

  await expect(server.provider.verify(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect((await session.ask(url)).status).toBe(400)
  const after = await openLogin(server)
  expect((await after.post({ email: 'ada@example.com', password })).status).toBe(200)
  expect((await after.post({ email: 'ada@example.com', password: 'another password' })).status).toBe(303)
})

test('the log has no passwords, addresses, codes or tokens', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const { post, session } = await openLogin(server)
  await post({ email: 'ada@example.com', password: 'wrong password' })
  const { location } = await post({ email: 'ada@example.com', password })
  const code = new URL((await session.ask(location ?? '')).location ?? '').searchParams.get('code') ?? 'none'

  const log = server.lines.join('')
  expect(log).toContain('"outcome":"accepted"')
  expect(log).toContain('"outcome":"wrong"')
  for (const secret of [password, 'wrong password', 'ada@', code]) expect(log).not.toContain(secret)
})

test('while the database is away pages and programs get 503 with Retry-After', async () => {
  await using server = await startProvider()
  const { session, url } = await openLogin(server)
  await server.deps.db.client.close()

  const page = await session.ask(url)
  const token = await fetch(`${server.baseUrl}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'inlet-dashboard', grant_type: 'refresh_token', refresh_token: 'any' }),
  })

  expect(page.status).toBe(503)
  expect(page.headers.get('retry-after')).toBe('2')
  expect(page.text).toContain('The database does not answer.')
  expect(token.status).toBe(503)
  expect(token.headers.get('retry-after')).toBe('2')
  await expect(token.json()).resolves.toMatchObject({ error: 'temporarily_unavailable' })
})

test('a client with too many requests is limited, and only that client', async () => {
  await using server = await startProvider()
  const ask = () => fetch(`${server.baseUrl}/oidc/auth?client_id=nobody`, { headers: { accept: 'text/html' } })
  const statuses = new Set<number>()
  // More than twice what a minute allows: a new minute may begin on the way.
  for (let n = 0; n < 30; n += 1) {
    for (const answer of await Promise.all(Array.from({ length: 21 }, ask))) {
      statuses.add(answer.status)
      expect(rateLimitOf(answer)[0]).toBe('300')
      if (answer.status === 429) expect(rateLimitOf(answer)[1]).toBe('0')
    }
  }

  expect([...statuses].sort()).toEqual([400, 429])
  expect((await fetch(`${server.baseUrl}/oidc/jwks`)).status).toBe(200)
})
