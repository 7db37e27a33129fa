import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { claimed, proven, recordsOf } from '../../test/proven-domain.ts'
import { createAddress } from '../addresses/create-address.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { removeDomain } from '../domain-owners/remove-domain.ts'
import { verifyDomain } from '../domain-owners/verify-domain.ts'
import { listAddresses } from '../messages/list-addresses.ts'
import { insertService } from '../services/manage-services.ts'
import { changeDomain } from './change-domain.ts'
import { mailHostGuard } from './mail-host-guard.ts'
import { hostsUnder, reversedHost, wildcardsOver } from './wildcards.ts'

const mxHost = 'mx.inlet.example'

test('the wildcards over a name are tried from the longest to the shortest, and never over a whole top-level domain', () => {
  expect(wildcardsOver('a.b.example.com')).toEqual(['*.b.example.com', '*.example.com'])
  expect(wildcardsOver('*.b.example.com')).toEqual(['*.example.com'])
  expect(wildcardsOver('example.com')).toEqual([])
})

test('reversed hosts under a wildcard are one range, without its parent and hosts whose names only begin alike', () => {
  const { $gt, $lt } = hostsUnder('*.b.example.com')
  const isUnder = (host: string) => reversedHost(host) > $gt && reversedHost(host) < $lt

  const under = ['a.b.example.com', 'z.y.b.example.com', '0.b.example.com', 'a-z.b.example.com']
  const elsewhere = [
    'b.example.com',
    'a.b0.example.com',
    'a.b-b.example.com',
    'a.bb.example.com',
    'example.com',
    'c.example.com',
  ]
  expect(under.filter(isUnder)).toEqual(under)
  expect(elsewhere.filter(isUnder)).toEqual([])
})

test('a wildcard receives for hosts of one label and of several, never for its parent, and an address has its own host', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const wildcard = await proven(world, serviceId, '*.acme.example')
  await changeDomain(deps, operator, { id: wildcard.id, publicInbox: true, mxHost })
  const resolve = recipientResolver(deps)

  for (const hostname of ['x.acme.example', 'y.x.acme.example']) {
    expect(await resolve(`code@${hostname.toUpperCase()}`)).toMatchObject({
      fullAddress: `code@${hostname}`,
      hostname,
      domain: { _id: wildcard.id },
      addressId: null,
    })
  }
  await expect(resolve('code@acme.example')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(resolve('code@xacme.example')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a domain wins over a wildcard, a longer wildcard over a shorter one, and each keeps what it has', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const other = await insertService(deps, { name: 'Other' })
  const exact = await proven(world, other._id, 'x.acme.example')
  const longer = await proven(world, other._id, '*.b.acme.example')
  const wildcard = await proven(world, world.serviceId, '*.acme.example')
  const resolve = recipientResolver(deps)
  const domainOf = async (hostname: string) => (await resolve(`postmaster@${hostname}`)).domain._id

  expect(await domainOf('x.acme.example')).toBe(exact.id)
  expect(await domainOf('a.b.acme.example')).toBe(longer.id)
  expect(await domainOf('b.acme.example')).toBe(wildcard.id)
  expect(await domainOf('y.x.acme.example')).toBe(wildcard.id)
  await removeDomain(deps, operator, { id: exact.id, confirm: 'X.acme.example' })
  await removeDomain(deps, operator, { id: longer.id, confirm: '*.B.acme.example.' })
  world.clock.advance(1_000)
  expect(await domainOf('x.acme.example')).toBe(wildcard.id)
  expect(await domainOf('a.b.acme.example')).toBe(wildcard.id)
})

test('a wildcard that is only claimed receives nothing, and its senders are refused because it is not verified', async () => {
  await using world = await startCoreWorld()
  await claimed(world, world.serviceId, '*.acme.example')

  const refused = recipientResolver(world.deps)('code@x.acme.example')

  await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'This domain is not verified yet' })
})

test('nobody can claim all names under a public suffix, whether a registry or a hoster has it', async () => {
  await using world = await startCoreWorld()

  for (const hostname of ['*.co.uk', '*.xn--55qx5d.cn', '*.公司.cn', '*.github.io']) {
    await expect(claimed(world, world.serviceId, hostname), hostname).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      facts: { details: [{ code: 'public_suffix' }] },
    })
  }
  for (const hostname of ['*.acme.co.uk', '*.acme.github.io']) {
    expect((await claimed(world, world.serviceId, hostname)).hostname).toBe(hostname)
  }
})

test("nobody can claim a name under which a registry has the domains of many; that of a hoster is its owner's", async () => {
  await using world = await startCoreWorld()

  for (const hostname of ['co.uk', 'CO.UK.', 'xn--55qx5d.cn', '公司.cn']) {
    await expect(claimed(world, world.serviceId, hostname), hostname).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      facts: { details: [{ code: 'public_suffix' }] },
    })
  }
  for (const hostname of ['acme.co.uk', 'github.io', 'acme.localhost']) {
    expect((await claimed(world, world.serviceId, hostname)).hostname).toBe(hostname)
  }
})

test('its TXT record is that of the parent and its MX record the one of the wildcard', async () => {
  await using world = await startCoreWorld()
  const asked: string[] = []
  const claim = await claimed(world, world.serviceId, '*.Bücher.Example.')
  const { dns } = recordsOf(claim)
  const noted = {
    txt: (name: string) => dns.txt(String(asked.push(`TXT ${name}`))),
    mx: (name: string) => dns.mx(String(asked.push(`MX ${name}`))),
  }

  const verified = await verifyDomain(world.deps, world.operator, { id: claim.id, dns: noted, mxHost })

  expect(verified).toMatchObject({ hostname: '*.xn--bcher-kva.example', state: 'verified' })
  expect(asked.sort()).toEqual(['MX *.xn--bcher-kva.example', 'TXT _inlet.xn--bcher-kva.example'])
  expect(verified.records.map(({ host }) => host)).toEqual(['_inlet.xn--bcher-kva.example', '*.xn--bcher-kva.example'])
})

test('an address on a wildcard names its host, which no other domain may receive for; other domains ignore it', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id, domain } = world
  const other = await insertService(deps, { name: 'Other' })
  await proven(world, other._id, 'x.acme.example')
  const wildcard = await proven(world, id, '*.acme.example')
  const create = (domainId: string, hostname?: string) =>
    createAddress(deps, operator, { id, domainId, localPart: 'code', ...(hostname === undefined ? {} : { hostname }) })
  const detail = (code: string) => ({ code: 'UNPROCESSABLE_CONTENT', facts: { details: [{ code }] } })

  expect((await create(wildcard.id, 'a.b.acme.example')).address.fullAddress).toBe('code@a.b.acme.example')
  expect((await create(domain.id, 'a.acme.example')).address.fullAddress).toBe(`code@${domain.hostname}`)
  await expect(create(wildcard.id)).rejects.toMatchObject(detail('hostname_required'))
  for (const hostname of ['x.acme.example', 'acme.example', 'a.other.example']) {
    await expect(create(wildcard.id, hostname), hostname).rejects.toMatchObject(detail('hostname_not_covered'))
  }
})

test('the list of addresses keeps one host of a wildcard, or all of them', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const { id: domainId } = await proven(world, id, '*.acme.example')
  for (const hostname of ['a.acme.example', 'a.acme.example', 'b.acme.example']) {
    await createAddress(deps, operator, { id, domainId, hostname })
  }
  const hostsOf = async (hostname: string) => {
    const hosts: string[] = []
    let cursor = ''
    do {
      const page = await listAddresses(deps, operator, { id, hostname, limit: 1, ...(cursor ? { cursor } : {}) })
      hosts.push(...page.data.map((address) => address.hostname))
      cursor = page.meta.hasMore ? page.meta.cursor : ''
    } while (cursor)
    return hosts
  }

  expect(await hostsOf('A.acme.example')).toEqual(['a.acme.example', 'a.acme.example'])
  expect((await hostsOf('*.acme.example')).sort()).toEqual(['a.acme.example', 'a.acme.example', 'b.acme.example'])
  expect(await hostsOf('c.acme.example')).toEqual([])
  expect(await hostsOf('*.a.acme.example')).toEqual([])
})

test('a key reads hosts of its wildcard, but none that another service has proven', async () => {
  await using world = await startCoreWorld()
  const other = await insertService(world.deps, { name: 'Other' })
  await proven(world, other._id, 'x.acme.example')
  await proven(world, world.serviceId, '*.acme.example')
  const guard = mailHostGuard(world.deps)

  await guard(world.apiKey(), 'code@a.acme.example')
  await guard(world.apiKey(other._id), 'code@x.acme.example')
  await expect(guard(world.apiKey(), 'code@x.acme.example')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(guard(world.apiKey(other._id), 'code@a.acme.example')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a recipient at a domain costs one look-up of domains, under a wildcard one more, and both use an index', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId, domain } = world
  await proven(world, serviceId, '*.acme.example')
  const resolve = recipientResolver(deps)
  const lookUpsOf = async (hostname: string) => {
    await deps.db.command({ profile: 2 })
    await resolve(`postmaster@${hostname}`)
    await deps.db.command({ profile: 0 })
    const found = await deps.db
      .collection('system.profile')
      .find({ ns: `${deps.db.databaseName}.domains` })
      .toArray()
    await deps.db.collection('system.profile').drop()
    return found.map(({ planSummary }) => planSummary)
  }

  const indexed = expect.stringMatching(/^(IXSCAN|EXPRESS_IXSCAN) \{ hostname: 1/)
  expect(await lookUpsOf(`sub.${domain.hostname}`).catch(({ code }) => code)).toBe('FORBIDDEN')
  await deps.db.command({ profile: 0 })
  await deps.db.collection('system.profile').drop()
  expect(await lookUpsOf(domain.hostname)).toEqual([indexed])
  expect(await lookUpsOf('a.b.acme.example')).toEqual([indexed, indexed])
  expect(await lookUpsOf('a.b.acme.example')).toEqual([])
})
