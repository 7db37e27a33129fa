import { insertDomain } from '@inlet/core'
import { readWebApp } from '@inlet/web-build'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../support/match-error.ts'
import { type OwnWorld, startWorld } from '../support/world.ts'

let world: OwnWorld
beforeAll(async () => {
  world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: 'https://inlet.acme.example/in/' } })
})
afterAll(() => world[Symbol.asyncDispose]())

const ownHost = 'inlet.acme.example'
const open = (path: string, { host = ownHost, method = 'GET' } = {}) =>
  world.call(path, { key: null, method, headers: { host } })

test('every path of the dashboard that is no file is its page, with a policy that runs nothing of others', async () => {
  const pages = ['/dashboard', '/dashboard/', '/dashboard/services/x/inbox?q=a', '/dashboard/callback?code=a&state=b']
  const [first, ...others] = await Promise.all(pages.map((path) => open(path)))

  expect(first).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringMatching(/^clipboard-write=\(self\), camera=\(\)/),
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' https://inlet.acme.example; frame-src 'self' blob: data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    },
  })
  for (const answer of others) expect(answer).toMatchObject({ status: 200, text: first?.text })
  expect(await open('/dashboard', { method: 'HEAD' })).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': String(Buffer.byteLength(first?.text ?? '')) },
  })
  expect(world.lines.join('')).not.toMatch(/state=b|code=a/)
})

test('below a PUBLIC_URL with a path the page names that path, for its script and for all its files', async () => {
  const { text } = await open('/dashboard/account')

  const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
  expect(text).toContain('data-base="/in/dashboard/"')
  expect(named.length).toBeGreaterThan(1)
  for (const url of named) {
    expect(url).toMatch(/^\/in\/dashboard\/assets\/[\w.-]+$/)
    expect(await open(url.slice('/in'.length))).toMatchObject({ status: 200 })
  }
})

test('every file of the bundle is served for good, compressed as the client takes it', async () => {
  const { assets } = await readWebApp('dashboard')

  for (const [name, { br, contentType }] of assets) {
    const answer = await world.call(`/dashboard/assets/${name}`, {
      key: null,
      headers: { host: ownHost, 'accept-encoding': 'br' },
    })

    expect(answer, name).toMatchObject({
      status: 200,
      headers: { 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable' },
    })
    if (br) expect(answer.bytes?.equals(br), name).toBe(true)
  }
})

test('a file that is not there is 404, and no other file can be read', async () => {
  for (const name of ['x.js', '..%2findex.html', '%2e%2e%2fpackage.json', 'a/b.js', 'constructor', '__proto__', ''])
    expect(await open(`/dashboard/assets/${name}`), name).toMatchError(404, 'NOT_FOUND')
  expect(await open('/dashboard/%61ssets/a/b.js')).toMatchError(404, 'NOT_FOUND')
})

test('it is on the operator’s own host alone: on another one its paths are those of that host', async () => {
  const { hostname } = world.tenant.publicDomain
  const { text: asset = '' } = await open('/dashboard')
  const script = /\/dashboard\/assets\/[\w.-]+\.js/.exec(asset)?.[0] ?? ''
  const paths = ['/dashboard', '/dashboard/account', '/dashboard/config.json', '/dashboard/assets/x.js', script]

  for (const path of paths) {
    const visitors = await open(path, { host: hostname })
    const nobody = await open(path, { host: 'nothing.example' })

    expect(visitors, path).toMatchObject({ status: 200, headers: { vary: 'Accept-Language' } })
    expect(visitors.text).toContain('id="domain-info"')
    expect(nobody, path).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(nobody.text).toContain('There is no page at this address')
  }
  for (const host of ['127.0.0.1:8080', '[::1]', 'localhost:8080', 'INLET.acme.example:443'])
    expect((await open('/dashboard', { host })).text, host).toContain('data-base=')
})

test('it stays where a domain, or a wildcard, has the operator’s own host as well', async () => {
  const { serviceId } = world.tenant
  await insertDomain(world.deps, { serviceId, hostname: '*.acme.example', state: 'verified', publicInbox: true })
  expect((await open('/dashboard/account')).text).toContain('data-base=')

  await insertDomain(world.deps, { serviceId, hostname: ownHost, state: 'verified', publicInbox: true })
  const visitorsPage = await open('/')

  expect(visitorsPage.text).toContain('id="domain-info"')
  expect((await open('/dashboard/account')).text).toContain('data-base=')
  expect(await open('/dashboard/assets/x.js')).toMatchError(404, 'NOT_FOUND')
  expect((await open('/dashboard/config.json')).body).toMatchObject({ clientId: 'inlet-dashboard' })
})
