import { changeDomain, insertDomain, insertService } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { rawHttp } from '../support/raw-http.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startWorld, type World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)
const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const

const open = (world: World, host: string, path = '/') => world.call(path, { key: null, headers: { host } })

/** The JSON that the page of a host has in it. */
function island(text: string): unknown {
  return JSON.parse(/<script type="application\/json" id="domain-info">([^<]*)<\/script>/.exec(text)?.[1] ?? 'null')
}

test('a domain with a public inbox has its page on its host, with what the page needs already in it', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain

  const answer = await open(world, hostname)

  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'permissions-policy': expect.stringContaining('clipboard-write=(self)'),
  })
  expect(answer.text).toContain('<title>Tests</title>')
  expect(answer.text).toMatch(/<html lang="en" dir="ltr" data-theme="auto" style="--accent:#\w{6};--on-accent:#\w{6}">/)
  expect(island(answer.text)).toMatchObject({ host: hostname, name: 'Tests', locked: false })
  expect(await world.call('/', { method: 'HEAD', key: null, headers: { host: hostname } })).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': String(Buffer.byteLength(answer.text)) },
  })
})

test('the page is in the visitor’s language where it has it, else in the service’s, and in the direction of its writing', async () => {
  const world = await newWorld()
  const { hostname: host } = world.tenant.publicDomain
  const tagFor = async (language: string | undefined) => {
    const headers = { host, ...(language === undefined ? {} : { 'accept-language': language }) }
    const { text } = await world.call('/', { key: null, headers })
    return /<html lang="([^"]*)" dir="([^"]*)"/.exec(text)?.slice(1)
  }

  expect(await tagFor(undefined)).toEqual(['en', 'ltr'])
  for (const language of ['*', '', 'xx', 'sv, nb;q=0.5', 'de;q=0', '"><script>', ','.repeat(5_000)])
    expect(await tagFor(language), language).toEqual(['en', 'ltr'])
  expect(await tagFor('de-AT, en;q=0.9')).toEqual(['de', 'ltr'])
  expect(await tagFor('ar')).toEqual(['ar', 'rtl'])
  expect(await tagFor('fr;q=0.3, ja;q=0.8')).toEqual(['ja', 'ltr'])
})

test('every path of a page is the page, and the paths of the API are the API on every host', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain

  for (const path of [`/code@${hostname}`, `/code@${hostname}/01JD3Q7Z5V8XK2M4N6P8R0T2W4`, '/v10', '/docsify?x=1'])
    expect(await open(world, hostname, path), path).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' },
    })
  for (const path of ['/v1/nothing', '/v1', '/oidc/nothing', '/assets/nothing.js', '/livez/nothing'])
    expect(await open(world, hostname, path), path).toMatchError(404, 'NOT_FOUND')
  expect((await open(world, hostname, '/trpc/nothing')).headers['content-type']).toMatch('json')
  expect(await open(world, hostname, '/livez')).toMatchObject({ status: 200 })
  expect(await open(world, hostname, '/docs')).toMatchObject({ status: 200 })
  expect(await world.call(`/code@${hostname}`, { method: 'POST', headers: { host: hostname } })).toMatchError(
    404,
    'NOT_FOUND',
  )
  expect(await world.call('/', { method: 'POST', headers: { host: hostname } })).toMatchError(
    405,
    'METHOD_NOT_SUPPORTED',
  )
})

test('a path that cannot be decoded is a plain 404 page on a host for pages, and the API’s error in the API and on the operator’s own', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  const broken = ['/%E0%A4%A', '/%', '/code@x/%zz', '/vv1/%', '/%2', '/v1x/%ff%']

  for (const host of [hostname, 'nothing.example'])
    for (const path of broken) {
      const answer = await open(world, host, path)

      expect(answer, `${host} ${path}`).toMatchObject({
        status: 404,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'x-request-id': expect.any(String),
        },
      })
      expect(answer.text).toContain('There is no page at this address')
      expect(answer.text).not.toMatch(/Tests|Inlet|script/)
    }
  expect(await world.call('/%', { method: 'HEAD', key: null, headers: { host: hostname } })).toMatchObject({
    status: 404,
    text: '',
  })
  for (const path of ['/v1/%E0%A4%A', '/v1/public/inbox/%zz', '/trpc/%', '/docs/%', '/assets/%'])
    expect(await open(world, hostname, path), path).toMatchError(400, 'BAD_REQUEST', 'malformed_request')
  expect(await open(world, '127.0.0.1', '/%E0%A4%A')).toMatchError(400, 'BAD_REQUEST', 'malformed_request')
  expect(await world.call('/%', { method: 'POST', headers: { host: hostname } })).toMatchError(400, 'BAD_REQUEST')
})

test('a host is the same however it is written', async () => {
  const world = await newWorld()
  const { serviceId } = world.tenant
  await insertDomain(world.deps, {
    serviceId,
    hostname: 'xn--mnchen-3ya.example',
    state: 'verified',
    publicInbox: true,
  })

  for (const host of [
    'xn--mnchen-3ya.example',
    'XN--MNCHEN-3YA.Example',
    'xn--mnchen-3ya.example:8080',
    'xn--mnchen-3ya.example.:443',
    'xn--mnchen-3ya.example:',
  ])
    expect(island((await open(world, host)).text), host).toMatchObject({ host: 'xn--mnchen-3ya.example' })
})

test('a host that shows nothing is a plain 404 page without anybody’s name or script', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  const { serviceId } = world.tenant
  await insertDomain(world.deps, { serviceId, hostname: 'claimed.example', state: 'pending', publicInbox: true })
  const hosts = [
    world.tenant.domain.hostname,
    'claimed.example',
    'nothing.example',
    `sub.${hostname}`,
    `${hostname}..`,
    `.${hostname}`,
    `${hostname}:80:80`,
    `${hostname}:x`,
    `${hostname}/`,
    `${hostname},nothing.example`,
    `a@${hostname}`,
    '[::1',
    '[zz::1]',
    ' ',
    '*',
    `${'a'.repeat(300)}.example`,
  ]

  for (const host of hosts)
    for (const path of ['/', '/code@mail.example', '/manifest.webmanifest', '/icon.svg', '/favicon.ico']) {
      const answer = await open(world, host, path)

      expect(answer, `${host} ${path}`).toMatchObject({
        status: 404,
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      })
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'; style-src 'sha256-")
      expect(answer.text).not.toMatch(/Tests|Inlet|script/)
    }
  expect(await open(world, 'nothing.example', '/v1/nothing')).toMatchError(404, 'NOT_FOUND')
  expect(await open(world, 'nothing.example', '/livez')).toMatchObject({ status: 200 })
})

test('the operator’s own host leads to the dashboard, and keeps the API’s errors', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: 'https://inlet.example' } })

  for (const host of [
    '127.0.0.1',
    '127.0.0.1:8080',
    '[::1]:8080',
    '[::ffff:127.0.0.1]',
    'localhost',
    'inlet-http:8080',
    'INLET.example:443',
  ]) {
    expect(await open(world, host), host).toMatchObject({ status: 302, headers: { location: '/dashboard/' } })
    expect(await open(world, host, '/nothing'), host).toMatchError(404, 'NOT_FOUND')
    expect(await open(world, host, '/icon.svg'), host).toMatchError(404, 'NOT_FOUND')
  }
})

test('a domain whose host is the operator’s own has its page there', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: 'https://mail.example' } })
  const { serviceId } = world.tenant
  await insertDomain(world.deps, { serviceId, hostname: 'mail.example', state: 'verified', publicInbox: true })

  expect(island((await open(world, 'mail.example')).text)).toMatchObject({ host: 'mail.example' })
  expect(await open(world, 'mail.example', '/docs')).toMatchObject({ status: 200 })
})

test('every host under a wildcard has its page, and the operator’s own host under it stays the operator’s', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: 'https://inlet.acme.example' } })
  const { serviceId } = world.tenant
  await insertDomain(world.deps, { serviceId, hostname: '*.acme.example', state: 'verified', publicInbox: true })

  for (const host of ['x.acme.example', 'y.x.acme.example'])
    expect(island((await open(world, host)).text), host).toMatchObject({ host })
  expect(await open(world, 'inlet.acme.example')).toMatchObject({ status: 302, headers: { location: '/dashboard/' } })
  expect(await open(world, 'acme.example')).toMatchObject({ status: 404 })
})

test('X-Forwarded-Host decides behind a trusted proxy, its last entry, and nowhere else', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', TRUSTED_PROXIES: '127.0.0.1' } })
  await using direct = await startWorld({ settings: { INLET_ROLE: 'http', TRUSTED_PROXIES: '192.0.2.1' } })
  const forwarded = (to: World, host: string, real: string) =>
    to.call('/', { key: null, headers: { host: real, 'x-forwarded-host': host } })
  const { hostname } = world.tenant.publicDomain

  expect(island((await forwarded(world, hostname, '127.0.0.1')).text)).toMatchObject({ host: hostname })
  expect(island((await forwarded(world, `no.example, ${hostname}`, '127.0.0.1')).text)).toMatchObject({
    host: hostname,
  })
  expect(await forwarded(world, 'nothing.example', hostname)).toMatchObject({ status: 404 })
  const theirs = direct.tenant.publicDomain.hostname
  expect(await forwarded(direct, theirs, '127.0.0.1')).toMatchObject({ status: 302 })
  expect(await forwarded(direct, theirs, 'nothing.example')).toMatchObject({ status: 404 })
})

test('a request with two hosts is 400, whatever they are', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  const request = (hosts: string[]) =>
    `GET / HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join('')}Connection: close\r\n\r\n`

  const [one] = await rawHttp(world.httpPort, request([`hOST:  ${hostname} `]))
  const [two] = await rawHttp(world.httpPort, request([`Host: ${hostname}`, 'host: nothing.example']))
  const [same] = await rawHttp(world.httpPort, request([`Host: ${hostname}`, `Host: ${hostname}`]))

  expect(one).toMatchObject({ status: 200 })
  expect(two).toMatchError(400, 'BAD_REQUEST')
  expect(same).toMatchError(400, 'BAD_REQUEST')
})

test('a hostile name of a service stays a text, in the page, its manifest and its icon', async () => {
  const world = await newWorld()
  const name = '</title></script><!--<script>alert(1)</script>" \u2028]]>&amp;'
  const { _id: serviceId } = await insertService(world.deps, { name })
  await insertDomain(world.deps, { serviceId, hostname: 'hostile.test', state: 'verified', publicInbox: true })

  const page = await open(world, 'hostile.test')
  const manifest = await open(world, 'hostile.test', '/manifest.webmanifest')
  const icon = await open(world, 'hostile.test', '/icon.svg')

  expect(island(page.text)).toMatchObject({ name })
  expect(page.text.match(/<script/g)).toHaveLength(2)
  expect(page.text.match(/<\/title>/g)).toHaveLength(1)
  expect(page.text).toContain('<title>&lt;/title&gt;')
  expect(page.text).not.toMatch(/<!--|\u2028.*domain-info/)
  expect(JSON.parse(manifest.text)).toMatchObject({ name, start_url: '/' })
  expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(icon.text).toContain('>&lt;</text>')
  expect(icon.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  })
})

test('a page goes within a second of its switch being turned off, and comes back as fast', async () => {
  const world = await newWorld()
  const { id, hostname } = world.tenant.publicDomain
  const turn = async (publicInbox: boolean) => {
    await changeDomain(world.deps, operator, { id, publicInbox, mxHost: 'mx.test' })
    world.elapse(1_000)
  }

  expect(await open(world, hostname)).toMatchObject({ status: 200 })
  await turn(false)
  expect(await open(world, hostname)).toMatchObject({ status: 404 })
  await turn(true)
  expect(await open(world, hostname)).toMatchObject({ status: 200 })
})
