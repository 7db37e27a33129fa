import { test } from '@inlet/client/vitest'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { codeMail, startClientWorld } from './client-world.ts'

let shared: Awaited<ReturnType<typeof startClientWorld>>
beforeAll(async () => {
  shared = await startClientWorld()
})
afterAll(() => shared[Symbol.asyncDispose]())
beforeEach(() => {
  const { baseUrl, keys, tenant } = shared.world
  vi.stubEnv('INLET_URL', baseUrl)
  vi.stubEnv('INLET_KEY', keys.write)
  vi.stubEnv('INLET_SERVICE', tenant.serviceId)
  vi.stubEnv('INLET_DOMAIN', tenant.domain.id)
})

const seen = new Set<string>()

test.for(['482913', '482914'])(
  'each test has an inbox of its own, of the environment’s client: %s',
  async (code, { inbox, inlet }) => {
    expect(seen).not.toContain(inbox.address)
    seen.add(inbox.address)

    await shared.mail(inbox.address, codeMail(code))

    expect(await inlet.waitForCode(inbox.address)).toBe(code)
  },
)
