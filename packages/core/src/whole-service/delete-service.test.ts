import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld, userCaller } from '../../test/core-world.ts'
import { dispatchOnce } from '../../test/dispatch-once.ts'
import { fillService } from '../../test/full-service.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { apiKeyAuthenticator } from '../api-keys/authenticate-api-key.ts'
import { createApiKey } from '../api-keys/manage-api-keys.ts'
import { siteFinder } from '../domains/find-site.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { readMessage } from '../messages/read-message.ts'
import { models } from '../schema/ensure-collections.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { insertService } from '../services/manage-services.ts'
import { deleteService, previewServiceDeletion } from './delete-service.ts'
import { sweepMessages } from './sweep-messages.ts'

/** They name a service for a day at most: these go by TTL. */
const endingSoon = ['idempotencyKeys', 'rateWindows']

/** Collections of which no document belongs to one service for long. */
const ofNoService = [
  ...endingSoon,
  'accounts',
  'addressCounts',
  'billingEvents',
  'feedSecrets',
  'leases',
  'oidc',
  'signingKeys',
  'usageReceivers',
  'users',
  // Without the service's id; the messages name them.
  'rawChunks',
  'sharedContents',
]

/** The collections with a document that has one of these texts in it. */
async function collectionsNaming({ deps }: CoreWorld, texts: string[]): Promise<string[]> {
  const naming = await Promise.all(
    models.map(async ({ name }) => {
      const all = JSON.stringify(await deps.db.collection(name).find().toArray())
      return texts.some((text) => all.includes(text)) ? name : null
    }),
  )
  return naming.filter((name) => name !== null).sort()
}

/** Sweeps as the job does, until nothing is left to be swept. */
async function sweepAll({ deps, clock }: CoreWorld): Promise<void> {
  for (let rounds = 0; (await deps.db.collection('sweepOrders').countDocuments()) > 0; rounds += 1) {
    if (rounds > 20) throw new Error('the sweep does not end')
    clock.advance(61_000)
    while (await sweepMessages(deps));
  }
}

const actionsOf = async ({ deps, operator, serviceId: id }: CoreWorld) =>
  (await listAuditLog(deps, operator, { id, limit: 100 })).data.map(({ action }) => action)

test('after the sweep no collection has anything of a deleted service but the audit log, and another service keeps all', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const other = await insertService(deps, { name: 'Other' })
  await insertDomain(deps, { serviceId: other._id, hostname: 'other.example', state: 'verified' })
  const { ids } = await fillService(world)
  const owning = models.map(({ name }) => name).filter((name) => !ofNoService.includes(name))

  // A new collection with documents of services must be added to `fillService` and to the deletion.
  const named = await collectionsNaming(world, ids)
  expect([...named, 'sweepOrders'].filter((name) => !endingSoon.includes(name)).sort()).toEqual(owning.sort())
  const before = await collectionsNaming(world, [other._id])
  await deleteService(deps, operator, { id, confirm: 'Acme' })
  await sweepAll(world)

  expect(await collectionsNaming(world, ids)).toEqual(['auditLog', ...endingSoon])
  const left = await Promise.all(
    ['messages', 'addresses', 'rawChunks', 'sharedContents', 'events', 'deliveries', 'logos'].map((name) =>
      deps.db.collection(name).countDocuments(),
    ),
  )
  expect(left).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(await collectionsNaming(world, [other._id])).toEqual(before)
})

test('the audit log keeps its entries, and says who deleted the service, how far it is, and what was erased', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  await fillService(world)
  const entries = (await actionsOf(world)).length

  const preview = await previewServiceDeletion(deps, operator, id)
  const deletion = await deleteService(deps, operator, { id, confirm: ' Acme ' })
  await sweepAll(world)

  expect(preview).toEqual({ id, name: 'Acme', addressCount: 3 })
  expect(deletion).toEqual(preview)
  // By action: entries of one millisecond are in no order.
  const { data } = await listAuditLog(deps, operator, { id, limit: 100 })
  const of = (action: string) => data.filter((entry) => entry.action === action)
  const shown = (action: string) => of(action).map(({ actor, note }) => [actor.kind, note])
  expect(shown('service.deleted')).toEqual([
    ['operator', 'domains: 2, addresses: 3, API keys: 1, members: 1, webhooks: 1'],
  ])
  // The events: three addresses were made; the message whose event was pending leaves none.
  expect(shown('service.erased')).toEqual([['system', 'addresses: 3, messages: 2, deliveries: 1, events: 3']])
  expect(of('service.erasing').length).toBeGreaterThan(0)
  expect(data.length).toBe(entries + 2 + of('service.erasing').length)
})

test('once it is deleted, no process takes mail, keys, visitors or readers for it, nor makes webhook calls, and its hostname is free', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id, domain, clock } = world
  const { value } = await createApiKey(deps, operator, { id, name: 'ci 2', scope: 'read', livemode: true })
  const { messages } = await fillService(world)
  const authenticate = apiKeyAuthenticator(deps, { run: (_, work) => void work().catch(() => undefined) })
  const [resolve, findSite] = [recipientResolver(deps), siteFinder(deps)]
  const known = await Promise.all([authenticate(value), resolve(`keyed@${domain.hostname}`), findSite(domain.hostname)])
  expect(known).not.toContain(null)

  await deleteService(deps, operator, { id, confirm: 'Acme' })
  clock.advance(1_000)

  await expect(authenticate(value)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(resolve(`keyed@${domain.hostname}`)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await findSite(domain.hostname)).toBeNull()
  for (const { _id } of messages) {
    await expect(readMessage(deps, operator, _id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await dispatchOnce(deps, { claims: () => true })).claimed).toEqual([])
  const again = await insertService(deps, { name: 'Acme' })
  await insertDomain(deps, { serviceId: again._id, hostname: domain.hostname, state: 'verified' })
})

test('what is written beside the deletion, by calls that began before it, is erased too', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const { ids } = await fillService(world)
  const late = ['addresses', 'messages', 'events', 'deliveries', 'unlockTokens']
  const documents = await Promise.all(late.map((name) => deps.db.collection(name).find().toArray()))

  await deleteService(deps, operator, { id, confirm: 'Acme' })
  for (const [index, name] of late.entries()) {
    const collection = deps.db.collection(name)
    await collection.deleteMany({})
    await collection.insertMany(documents[index] ?? [])
  }
  await sweepAll(world)

  expect(await collectionsNaming(world, ids)).toEqual(['auditLog', ...endingSoon])
})

test('without its exact name, by an admin, or a second time nothing is deleted', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const remove = (confirm: string) => deleteService(deps, operator, { id, confirm })

  for (const confirm of ['', 'acme', 'Acme 2', id]) {
    await expect(remove(confirm)).rejects.toMatchObject({ facts: { details: [{ code: 'confirmation_mismatch' }] } })
  }
  const byAdmin = deleteService(deps, world.member('admin'), { id, confirm: 'Acme' })
  await expect(byAdmin).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const byStranger = deleteService(deps, userCaller(new Map()), { id, confirm: 'Acme' })
  await expect(byStranger).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await actionsOf(world)).toEqual([])
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => remove('Acme')))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await actionsOf(world)).filter((action) => action === 'service.deleted')).toHaveLength(1)
  await expect(remove('Acme')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
