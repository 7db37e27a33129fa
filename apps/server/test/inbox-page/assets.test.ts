import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readWebApp } from '@inlet/web-build'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('the files that the page names are there, compressed as the client takes them, and kept for good', async () => {
  const world = await newWorld()
  const headers = { host: world.tenant.publicDomain.hostname }
  const { text } = await world.call('/', { key: null, headers })
  const paths = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')

  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) {
    const get = (accepted: string) => world.call(path, { key: null, headers: { 'accept-encoding': accepted } })
    const [plain, br, gzip] = [await get('identity'), await get('gzip;q=0.9, br;q=0.1'), await get('gzip, br;q=0')]

    for (const answer of [plain, br, gzip])
      expect(answer, path).toMatchObject({
        status: 200,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': expect.stringMatching(/^text\/(?:javascript|css); charset=utf-8$/),
          vary: 'Accept-Encoding',
          'x-content-type-options': 'nosniff',
        },
      })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(br.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(br.bytes ?? '').toString()).toBe(plain.text)
    expect(gunzipSync(gzip.bytes ?? '').toString()).toBe(plain.text)
  }
})

test('all scripts that visitors load are together at most 40 kB, gzipped; that of the preview is none of them', async () => {
  const { assets } = await readWebApp('inbox')
  const isOfPreview = (name: string) => name.startsWith('start-preview-')
  const scripts = [...assets]
    .filter(([name]) => name.endsWith('.js') && !isOfPreview(name))
    .map(([, { gzip }]) => gzip?.length ?? Infinity)

  expect([...assets.keys()].filter(isOfPreview)).toHaveLength(1)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(40_000)
})

test('no other file can be read: neither one outside nor the compressed forms by their names', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  const { text } = await world.call('/', { key: null, headers: { host: hostname } })
  const script = /"\/assets\/([^"]+\.js)"/.exec(text)?.[1] ?? ''

  for (const name of [
    '..%2findex.html',
    '%2e%2e%2fpackage.json',
    '../index.html',
    `${script}.br`,
    `${script}.gz`,
    `${script}%00`,
    'constructor',
    '__proto__',
    '',
  ])
    expect(await world.call(`/assets/${name}`, { key: null }), name).toMatchError(404, 'NOT_FOUND')
})

test('all scripts that visitors may load are at most 40 kB, and no later one needs a style sheet of its own', async () => {
  const names = [...(await readWebApp('inbox')).assets]
  const scripts = names.filter(([name]) => name.endsWith('.js') && !name.startsWith('start-preview'))

  expect(scripts.reduce((sum, [, { gzip }]) => sum + (gzip?.length ?? 0), 0)).toBeLessThanOrEqual(40_000)
  expect(scripts.length).toBeGreaterThan(8)
  expect(names.filter(([name]) => name.endsWith('.css'))).toHaveLength(1)
})
