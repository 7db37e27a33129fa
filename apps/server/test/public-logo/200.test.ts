import { example, limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

const png = Buffer.from(example.logo.split(',')[1] ?? '', 'base64')
const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

async function startWithAdmin() {
  const world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_REQUESTS_PER_MINUTE: '1000' } })
  const { token } = await person(world, { role: 'admin' })
  const path = `/v1/services/${world.tenant.serviceId}`
  return {
    world,
    token,
    change: (logo: unknown) => world.call(path, { method: 'PATCH', token, body: { logo } }),
    read: (url: string) => world.call(url, { key: null }),
  }
}

test('a logo is at its logoUrl for every browser to keep, and another one has another URL', async () => {
  const { world, change, read } = await startWithAdmin()
  await using _ = world
  const other = Buffer.concat([png, Buffer.from('x')])

  const { logoUrl } = (await change(dataUrl(png))).body.data
  const first = await read(logoUrl)
  const changed = (await change(dataUrl(other))).body.data

  expect(logoUrl).toMatch(/^\/v1\/public\/logos\/[\w-]{43}$/)
  expect(first.bytes?.equals(png)).toBe(true)
  expect(first.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  })
  expect(changed.logoUrl).not.toBe(logoUrl)
  expect((await read(changed.logoUrl)).bytes?.equals(other)).toBe(true)
  expect(await read(logoUrl)).toMatchError(404, 'NOT_FOUND')
  const host = world.tenant.publicDomain.hostname
  expect((await read(`/v1/public/domain-info?host=${host}`)).body.data.logoUrl).toBe(changed.logoUrl)
})

test('null removes the logo, and each change is in the audit log', async () => {
  const { world, change } = await startWithAdmin()
  await using _ = world
  await change(dataUrl(png))
  await change(dataUrl(png))

  const { status, body } = await change(null)

  expect({ status, logoUrl: body.data.logoUrl }).toEqual({ status: 200, logoUrl: null })
  expect(await world.deps.db.collection('logos').countDocuments()).toBe(0)
  const entries = await world.deps.db
    .collection('auditLog')
    .find({ action: 'service.changed' })
    .sort({ _id: 1 })
    .toArray()
  expect(entries.map(({ note }) => note)).toEqual(['another logo', 'no logo'])
})

test('what is no image is 422 and changes nothing; the largest logo fits into a body, also at /trpc', async () => {
  const { world, change, token } = await startWithAdmin()
  await using _ = world
  const largest = Buffer.concat([png, Buffer.alloc(limits.logoMaxBytes - png.length)])
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>steal()</script></svg>')

  for (const logo of ['', 'x', 'data:,', dataUrl(svg), dataUrl(Buffer.concat([largest, Buffer.from('x')]))]) {
    expect(await change(logo), logo.slice(0, 40)).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'invalid_logo')
  }
  expect(await world.deps.db.collection('logos').countDocuments()).toBe(0)
  expect((await change(dataUrl(largest))).status).toBe(200)
  const body = { id: world.tenant.serviceId, logo: dataUrl(largest) }
  const overRpc = await world.call('/trpc/dashboard.changeService', { method: 'POST', token, body })
  expect(overRpc.status, overRpc.text.slice(0, 200)).toBe(200)
})
