import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, generate, visitorHeadersOf } from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })
const http = { settings: { INLET_ROLE: 'http', PUBLIC_REQUESTS_PER_MINUTE: '1000' } }

test('an address is made under the wanted local part, its session token is stored as a hash alone, and no event reports it', async () => {
  await using world = await startWorld(http)
  const { hostname } = world.tenant.publicDomain

  const { status, body } = await askAsVisitor(world, '/inbox/generate', {
    method: 'POST',
    body: { hostname: `${hostname.toUpperCase()}.:8080`, localPart: 'code', ttlSeconds: 60, unknown: 1 },
  })

  expect(status).toBe(201)
  const { address } = body.data
  expect(body).toEqual({
    data: {
      address: {
        full: `code@${hostname}`,
        hostname,
        expiresAt: expect.stringMatching(/Z$/),
        ttlSecondsLeft: 0,
        sessionToken: expect.stringMatching(/^[\w-]{43}$/),
      },
    },
  })
  expect(Math.abs(Date.parse(address.expiresAt) - world.clock.now().getTime() - 3650 * dayMs)).toBeLessThan(10_000)
  const [stored] = await world.deps.db.collection('addresses').find({ serviceId: world.tenant.serviceId }).toArray()
  expect(stored).toMatchObject({ owner: 'session', isLive: true, serviceId: world.tenant.serviceId })
  expect(JSON.stringify(stored)).not.toContain(address.sessionToken)
  expect(world.lines.join('')).not.toContain(address.sessionToken)
  expect(await world.deps.db.collection('events').countDocuments({ serviceId: world.tenant.serviceId })).toBe(0)
})

test('without a local part, or with an empty one, it is random, and each session is another', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  const make = (body = {}) => askAsVisitor(world, '/inbox/generate', { method: 'POST', body: { hostname, ...body } })

  const made = (await Promise.all([make(), make({ localPart: '' })])).map(({ body }) => body.data.address)

  for (const { full } of made) expect(full).toMatch(new RegExp(`^[a-z2-7]{12}@${hostname}$`))
  expect(new Set(made.map(({ full }) => full)).size).toBe(2)
  expect(new Set(made.map(({ sessionToken }) => sessionToken)).size).toBe(2)
})

test('whoever has the session token owns the address, and nobody else', async () => {
  const world = await newWorld()
  const [mine, other] = [await generate(world, 'mine'), await generate(world, 'other')]
  const extend = (session: string) =>
    askAsVisitor(world, `/inbox/${mine.full}/extend`, { method: 'POST', headers: visitorHeadersOf({ session }) })

  expect((await extend(mine.sessionToken)).status).toBe(200)
  expect((await extend(other.sessionToken)).status).toBe(403)
})
