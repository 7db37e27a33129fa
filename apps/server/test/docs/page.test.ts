import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { docsBlocks } from '../support/docs-blocks.ts'
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

  const { text } = await world.call('/docs')

  expect(text).toContain('https://inlet.example/v1/openapi.json')
  expect(text).toContain('<a href="https://inlet.example/dashboard">')
  expect(text).not.toMatch(/\/\/(127\.0\.0\.1|localhost)/)
})

test('the quickstart of /docs runs as it is printed', async () => {
  const world = await newWorld()
  const { domain, serviceId } = world.tenant
  const blocks = docsBlocks((await world.call('/docs')).text)
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
