import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { docsBlocks, docsPaths } from '../support/docs-blocks.ts'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startWorld } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('/docs is served without a credential, with a policy that allows nothing from another host, and may be cached for a while', async () => {
  const world = await newWorld()

  for (const key of [null, 'x', world.keys.read]) {
    const page = await world.call('/docs', { key })
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    })
    const policy = page.headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
  }
  const { headers } = await world.call('/docs')
  const again = await world.call('/docs', { headers: { 'if-none-match': headers.etag ?? '' } })
  expect(again).toMatchObject({ status: 304, text: '' })
  expect(await world.call('/docs', { method: 'POST' })).toMatchError(405, 'METHOD_NOT_SUPPORTED')
})

test('the URLs in /docs begin with PUBLIC_URL', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: 'https://inlet.example' } })

  for (const path of await docsPaths(world)) {
    const { text } = await world.call(path)
    expect(text, path).toContain('https://inlet.example/v1/openapi.json')
    expect(text, path).toContain('<a href="https://inlet.example/dashboard">')
    expect(text, path).toContain(`<link rel="canonical" href="https://inlet.example${path}">`)
    expect(text, path).not.toMatch(/\/\/(127\.0\.0\.1|localhost)/)
  }
})

test('where PUBLIC_URL has a path, the links between the pages of /docs begin with it', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: 'https://acme.example/mail' } })

  const { text } = await world.call('/docs/api/messages')
  const places = JSON.parse((await world.call('/docs/find.json')).text)

  expect(text).toContain('<a href="/mail/docs/guides/waiting">')
  expect(text).toContain('<a href="/mail/docs/api/objects#object-message')
  expect(text).toContain('data-find="/mail/docs/find.json"')
  expect(text).not.toMatch(/(href|data-find)="\/docs/)
  expect(places).toContainEqual(expect.objectContaining({ href: '/mail/docs/api/messages#listMessages' }))
})

test('each page of /docs is below 100 KiB, has a title of its own and one first heading, and is cached as /docs is', async () => {
  const world = await newWorld()
  const paths = await docsPaths(world)

  const pages = await Promise.all(paths.map((path) => world.call(path)))
  const titles = pages.map(({ text }) => text.match(/<title>(.*?)<\/title>/)?.[1])

  expect(pages.length).toBeGreaterThan(30)
  for (const [n, { text, status, headers }] of pages.entries()) {
    expect(Buffer.byteLength(text), paths[n]).toBeLessThan(100 * 1024)
    expect(text.match(/<h1>/g), paths[n]).toHaveLength(1)
    expect(text.match(/aria-current="page"/g), paths[n]).toHaveLength(1)
    expect(status, paths[n]).toBe(200)
    expect(headers, paths[n]).toMatchObject({
      'cache-control': 'public, max-age=300',
      'content-security-policy': pages[0]?.headers['content-security-policy'],
    })
    const again = await world.call(paths[n] ?? '', { headers: { 'if-none-match': headers.etag ?? '' } })
    expect(again, paths[n]).toMatchObject({ status: 304, text: '' })
  }
  expect(new Set(titles).size).toBe(paths.length)
  expect((await world.call('/docs/guides/waiting/')).text).toBe((await world.call('/docs/guides/waiting')).text)
})

test('an address below /docs that has no page is a 404 page that leads back, and is not cached', async () => {
  const world = await newWorld()

  for (const path of ['/docs/nothing', '/docs/guides', '/docs/guides/README', '/docs/<script>', '/docs/a/b/c'])
    expect(await world.call(path, { key: null }), path).toMatchObject({
      status: 404,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
      text: expect.stringMatching(/<h1>Page not found<\/h1>.*<a class="button" href="\/docs">/s),
    })
  expect(await world.call('/docs/nothing', { method: 'HEAD' })).toMatchObject({ status: 404, text: '' })
  expect(await world.call('/docs/nothing', { method: 'POST' })).toMatchError(405, 'METHOD_NOT_SUPPORTED')
})

test('the quickstart of /docs runs as it is printed', async () => {
  const world = await newWorld()
  const { domain, serviceId } = world.tenant
  const blocks = await docsBlocks(world)
  const env = { PATH: '/usr/bin:/bin', INLET_KEY: world.keys.write, INLET_SERVICE: serviceId, INLET_DOMAIN: domain.id }
  const run = async (label: string) => {
    const code = (blocks.get(label) ?? '')
      .replace('YOUR_DOMAIN', domain.hostname)
      .replace('waitSeconds=30', 'waitSeconds=0')
    const { stdout } = await promisify(execFile)('bash', ['-c', code.replace('curl ', 'curl --silent ')], { env })
    return JSON.parse(stdout)
  }

  const created = await run('Create an address with curl')
  const found = await run('Wait for a message with curl')

  expect(created.data).toMatchObject({ fullAddress: `signup-4711@${domain.hostname}` })
  expect(found).toMatchObject({ data: [], meta: { hasMore: false } })
})
