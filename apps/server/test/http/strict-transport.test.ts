import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

const header = 'strict-transport-security'
const paths = ['/', '/dashboard/', '/v1/me', '/v1/nothing', '/trpc/dashboard.readMe', '/docs', '/oidc/jwks', '/livez']

test('where PUBLIC_URL is https, each answer of its host keeps browsers to https, and no answer of another host does', async () => {
  await using world = await startWorld({ settings: { PUBLIC_URL: 'https://inlet.example.com' } })
  const headerOf = async (path: string, host: string) =>
    (await world.call(path, { key: null, headers: { host } })).headers[header]
  const others = [world.tenant.publicDomain.hostname, 'app.inlet.example.com', 'localhost', '127.0.0.1']

  for (const path of paths) {
    expect(await headerOf(path, 'inlet.example.com'), path).toBe('max-age=31536000')
    expect(await headerOf(path, 'INLET.example.com:8443'), path).toBe('max-age=31536000')
    for (const host of others) expect(await headerOf(path, host), `${host} ${path}`).toBeUndefined()
  }
})

test('where PUBLIC_URL is http, no answer has the header', async () => {
  await using world = await startWorld({ settings: { PUBLIC_URL: 'http://inlet.example.com' } })
  const { token } = await person(world, { role: 'viewer' })

  for (const path of paths) {
    const { headers } = await world.call(path, { token, key: null, headers: { host: 'inlet.example.com' } })
    expect(headers[header], path).toBeUndefined()
  }
})
