import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAddress, insertDomain, insertService, recipientResolver, trustDomain } from '@inlet/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { plainMail, startWorld } from '../support/world.ts'
import { emptyInstallation, exportTo, operator } from './exported-service.ts'

let parent = ''
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'inlet-wildcards-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

test('an address under a wildcard is imported at its own host, with its mail', async () => {
  await using world = await startWorld()
  await using target = await emptyInstallation()
  const { serviceId } = world.tenant
  const wildcard = { serviceId, hostname: '*.acme.example', state: 'verified' } as const
  const { _id: domainId } = await insertDomain(world.deps, wildcard)
  await world.create({ domainId, localPart: 'code', hostname: 'x.acme.example' })
  await world.send(plainMail(), 'code@x.acme.example')
  const folder = join(parent, 'export')
  await exportTo(folder, { serviceId, databaseUri: world.databaseUri })

  const imported = await runCli(['service', 'import', '--from', folder, '--json'], { MONGODB_URI: target.databaseUri })

  expect(imported, imported.stderr).toMatchObject({ code: 0, json: { data: { addresses: 1, messages: 1 } } })
  const stored = await target.deps.db.collection('addresses').findOne({ domainId })
  expect(stored).toMatchObject({
    hostname: 'x.acme.example',
    fullAddress: 'code@x.acme.example',
    reversedHost: 'example.acme.x.',
  })
})

test('a host under an imported wildcard that another service has proven stays with that service, and gets its mail once the wildcard is proven', async () => {
  await using world = await startWorld()
  await using target = await emptyInstallation()
  const { serviceId } = world.tenant
  const wildcard = { serviceId, hostname: '*.acme.example', state: 'verified' } as const
  const { _id: domainId } = await insertDomain(world.deps, wildcard)
  for (const hostname of ['x.acme.example', 'y.acme.example', 'z.b.acme.example']) {
    await world.create({ domainId, localPart: 'code', hostname })
    await world.send(plainMail(), `code@${hostname}`)
  }
  const folder = join(parent, 'export')
  await exportTo(folder, { serviceId, databaseUri: world.databaseUri })
  const { deps } = target
  const other = await insertService(deps, { name: 'Other' })
  const exact = await insertDomain(deps, { serviceId: other._id, hostname: 'x.acme.example', state: 'verified' })
  const longer = { serviceId: other._id, hostname: '*.b.acme.example', state: 'verified' } as const
  const inside = await insertDomain(deps, { ...longer, publicInbox: true })
  const own = { id: other._id, domainId: exact._id, localPart: 'code' }
  const { address } = await createAddress(deps, operator, own)

  const imported = await runCli(['service', 'import', '--from', folder, '--json'], { MONGODB_URI: target.databaseUri })
  await trustDomain(deps, operator, { id: domainId, mxHost: 'mx.inlet.example' })

  expect(imported, imported.stderr).toMatchObject({
    code: 0,
    json: { data: { addresses: 1, messages: 1, heldHosts: [], leftOutAddresses: 2, leftOutMessages: 2 } },
  })
  const resolve = recipientResolver(deps)
  expect(await resolve('code@x.acme.example')).toMatchObject({ addressId: address.id, domain: { _id: exact._id } })
  expect(await resolve('code@z.b.acme.example')).toMatchObject({ addressId: null, domain: { _id: inside._id } })
  expect(await resolve('code@y.acme.example')).toMatchObject({ domain: { _id: domainId } })
})
