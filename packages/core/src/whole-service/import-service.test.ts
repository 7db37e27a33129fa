import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { emptyImport } from '../../test/empty-import.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { createAddress } from '../addresses/create-address.ts'
import { createDomain } from '../domain-owners/create-domain.ts'
import { trustDomain } from '../domain-owners/verify-domain.ts'
import { openFeedStream } from '../live-feed/feed-changes.ts'
import { exportMessages } from '../messages/export-messages.ts'
import { importMessages } from '../messages/import-messages.ts'
import { deleteService } from './delete-service.ts'
import { exportAddresses } from './export-records.ts'
import { importAddresses } from './import-records.ts'
import { assertImporting, beginImport, finishImport } from './import-service.ts'

const mxHost = 'mx.inlet.example'
const hostname = 'moved.example'
const { serviceId } = emptyImport
const domainId = '01JD3Q7Z5V8XK2M4N6P8R0T2W6'

const claim = {
  id: domainId,
  hostname,
  state: 'verified' as const,
  publicInbox: true,
  ownershipToken: 'old',
  createdAt: new Date('2026-11-01T00:00:00.000Z'),
  verifiedAt: new Date('2026-11-01T00:00:00.000Z'),
}

/** Imports a service with one domain, and an address with one message, as they are in the world's own service. */
async function importInbox(world: CoreWorld): Promise<void> {
  const { deps, operator } = world
  await storedMessage(world)
  await beginImport(deps, operator, { ...emptyImport, domains: [claim] })
  for await (const address of exportAddresses(deps, world.serviceId)) {
    const id = deps.newId()
    const moved = { ...address, id, domainId, hostname, fullAddress: `${address.localPart}@${hostname}` }
    await importAddresses(deps, serviceId, [moved])
    for await (const { record } of exportMessages(deps, address)) {
      const message = { record: { ...record, id: deps.newId() }, readSource: async () => Buffer.from('source') }
      await importMessages(deps, { serviceId, addressId: id }, [message])
    }
  }
  await finishImport(deps, operator, emptyImport)
}

test('what is imported is in no live feed, and what comes after it is', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  await using stream = openFeedStream(deps, {}, serviceId)
  await stream.tryNext()
  await using all = openFeedStream(deps)
  await all.tryNext()

  await importInbox(world)
  await trustDomain(deps, operator, { id: domainId, mxHost })
  await createAddress(deps, operator, { id: serviceId, domainId, localPart: 'later' })

  const later = [
    { kind: 'domains.update', key: domainId },
    { kind: 'addresses.insert', document: { localPart: 'later', serviceId } },
  ]
  expect([await stream.next(), await stream.next()]).toMatchObject(later)
  // What was exported is of the world's own service.
  const seen = [await all.next(), await all.next(), await all.next(), await all.next()]
  expect(seen).toMatchObject([
    { kind: 'addresses.insert', document: { serviceId: world.serviceId } },
    { kind: 'messages.insert', document: { serviceId: world.serviceId } },
    ...later,
  ])
})

test.each(['verified later', 'added as trusted'])(
  'an imported domain is lost with its addresses when another service has its host %s',
  async (how) => {
    await using world = await startCoreWorld()
    const { deps, operator, serviceId: id } = world
    await importInbox(world)
    const imported = await deps.db.collection('addresses').findOne({ serviceId })
    expect(imported).not.toBeNull()

    const added = await createDomain(deps, operator, { id, hostname, mxHost, isTrusted: how === 'added as trusted' })
    const proven = how === 'added as trusted' ? added : await trustDomain(deps, operator, { id: added.id, mxHost })
    const address = { id, domainId: proven.id, localPart: String(imported?.localPart) }

    expect(proven.state).toBe('verified')
    expect(await deps.db.collection<{ _id: string }>('domains').findOne({ _id: domainId })).toMatchObject({
      state: 'lost',
    })
    expect(await deps.db.collection('addresses').countDocuments({ serviceId })).toBe(0)
    expect((await createAddress(deps, operator, address)).address.fullAddress).toBe(imported?.fullAddress)
    expect(await deps.db.collection('auditLog').countDocuments({ serviceId, action: 'domain.lost' })).toBe(1)
  },
)

test('a domain that the service claimed itself stays a claim when another service proves its host', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  await beginImport(deps, operator, emptyImport)
  const claimed = await createDomain(deps, operator, { id: serviceId, hostname, mxHost })

  await createDomain(deps, operator, { id, hostname, mxHost, isTrusted: true })

  const found = await deps.db.collection<{ _id: string }>('domains').findOne({ _id: claimed.id })
  expect(found).toMatchObject({ state: 'pending' })
})

test('an import whose service is deleted, or that another process has finished, does not go on', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  await beginImport(deps, operator, emptyImport)
  await assertImporting(deps, emptyImport)

  await finishImport(deps, operator, emptyImport)
  await expect(assertImporting(deps, emptyImport)).rejects.toMatchObject({ code: 'CONFLICT' })
  await deleteService(deps, operator, { id: serviceId, confirm: 'Moved' })

  await expect(assertImporting(deps, emptyImport)).rejects.toThrow('was deleted while it was imported')
  await expect(beginImport(deps, operator, emptyImport)).rejects.toThrow('is being deleted')
  await expect(finishImport(deps, operator, emptyImport)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a wildcard whose hosts are the domains of others is not imported, and nothing is stored', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world

  const imported = beginImport(deps, operator, { ...emptyImport, domains: [{ ...claim, hostname: '*.com' }] })

  await expect(imported).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await deps.db.collection<{ _id: string }>('services').findOne({ _id: serviceId })).toBeNull()
})
