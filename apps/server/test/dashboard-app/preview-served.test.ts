import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnWorld, startWorld } from '../support/world.ts'

let world: OwnWorld
beforeAll(async () => {
  world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: 'https://inlet.acme.example/in/' } })
})
afterAll(() => world[Symbol.asyncDispose]())

const open = (path: string, host = 'inlet.acme.example') => world.call(path, { key: null, headers: { host } })

test('the preview has no origin, calls nobody, and is in frames of its own host alone', async () => {
  expect(await open('/dashboard/inbox-preview')).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
    },
  })
})

test('its files are named below the path of PUBLIC_URL, and a page without an origin may load them', async () => {
  const { text } = await open('/dashboard/inbox-preview')
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url]) => url ?? '')

  expect(named.length).toBeGreaterThan(1)
  for (const url of named) {
    expect(url).toMatch(/^\/in\/assets\/[\w.-]+$/)
    expect(await open(url.slice('/in'.length))).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': '*' },
    })
  }
})

test('it is on the operator’s own host alone, and names no domain', async () => {
  const { hostname } = world.tenant.publicDomain
  const visitors = await open('/dashboard/inbox-preview', hostname)

  expect(visitors.text).not.toContain('data-preview')
  expect(visitors.text).toContain('id="domain-info"')
  expect((await open('/dashboard/inbox-preview', 'nothing.example')).status).toBe(404)
  expect((await open('/dashboard/inbox-preview')).text).not.toContain('id="domain-info"')
})
