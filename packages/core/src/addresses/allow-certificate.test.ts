import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { workOn } from '../../test/database-work.ts'
import { proven } from '../../test/proven-domain.ts'
import type { Deps } from '../deps.ts'
import { type Site, siteFinder } from '../domains/find-site.ts'
import { assertMayHaveCertificate } from './allow-certificate.ts'
import { createAddress } from './create-address.ts'
import { wildcardLooks } from './wildcard-looks.ts'

/** A wildcard with an address on its host `x`. */
async function wildcard(world: CoreWorld, name: string): Promise<string> {
  const { deps, operator, serviceId: id } = world
  const { id: domainId } = await proven(world, id, `*.${name}`)
  await createAddress(deps, operator, { id, domainId, localPart: 'code', hostname: `x.${name}` })
  return domainId
}

const [proxy, stranger] = ['192.0.2.1', '198.51.100.1']

/** Sites of hosts under `named.example`, by their first labels. */
async function sitesOf(deps: Deps, ...labels: string[]): Promise<Site[]> {
  const findSite = siteFinder(deps)
  const found = await Promise.all(labels.map((label) => findSite(`${label}.named.example`)))
  return found.filter((site) => site !== null)
}

/** A look under a wildcard that a stranger caused and that lasts until the test ends it. */
function holdLook(deps: Deps, wildcardId: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = deps.wildcardLooks({ wildcardId, network: stranger }, () => promise)
  return {
    end() {
      resolve()
      return look
    },
  }
}

test('hundreds of invented names at once are looked for by a few queries, and a verified host beside them is found', async () => {
  await using world = await startCoreWorld()
  const findSite = siteFinder(world.deps)
  const invented = Array.from({ length: 400 }, (_, n) => `a.b.invented-${n}.example`)
  let sites: unknown[] = []

  const work = await workOn(world.deps, 'domains', async () => {
    sites = await Promise.all([...invented, world.domain.hostname].map((host) => findSite(host)))
  })

  expect(work.length).toBeLessThanOrEqual(8)
  expect(sites.slice(0, -1).every((site) => site === null)).toBe(true)
  expect(sites.at(-1)).toMatchObject({ domainId: world.domain.id })
})

test('hosts of one wildcard are looked for one after the other, however many are named, and those of another wildcard beside them', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const named = await wildcard(world, 'named.example')
  await wildcard(world, 'bystander.example')
  const findSite = siteFinder(deps)
  const isAllowed = async (host: string) => {
    const site = await findSite(host)
    return site !== null && (await assertMayHaveCertificate(deps, site, proxy).then(() => true))
  }
  const look = holdLook(deps, named)
  let isAnswered = false
  const waiting = isAllowed('x.named.example').finally(() => {
    isAnswered = true
  })

  expect(await isAllowed('x.bystander.example')).toBe(true)
  await expect(isAllowed('y.bystander.example')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(isAnswered).toBe(false)

  await look.end()
  expect(await waiting).toBe(true)
})

test('a client who asks for hundreds of invented hosts of a wildcard delays the question of another by one look', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const named = await wildcard(world, 'named.example')
  const look = holdLook(deps, named)
  const [honest, ...invented] = await sitesOf(deps, 'x', ...Array.from({ length: 200 }, (_, n) => `invented-${n}`))
  let refused = 0
  const flood = invented.map((site) =>
    assertMayHaveCertificate(deps, site, stranger).catch(() => {
      refused += 1
    }),
  )
  if (!honest) throw new Error('the wildcard has no site')
  const answer = assertMayHaveCertificate(deps, honest, proxy).then(() => refused)

  await look.end()

  expect(await answer).toBeLessThanOrEqual(1)
  await Promise.all(flood)
  expect(refused).toBe(200)
})

test('a question for a host of a wildcard that waits too long is refused for now, and one for a domain never waits', async () => {
  await using world = await startCoreWorld()
  const { domain } = world
  const deps = { ...world.deps, wildcardLooks: wildcardLooks(0) }
  const look = holdLook(deps, await wildcard(world, 'named.example'))
  const [site] = await sitesOf(deps, 'x')
  const exact = await siteFinder(deps)(domain.hostname)
  if (!site || !exact) throw new Error('a domain has no site')

  await expect(assertMayHaveCertificate(deps, site, proxy)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    facts: { retryAfterSeconds: 2 },
  })
  await assertMayHaveCertificate(deps, exact, proxy)

  await look.end()
  await assertMayHaveCertificate(deps, site, proxy)
})
